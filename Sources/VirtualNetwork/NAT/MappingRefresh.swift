/// Which packets keep a mapping alive; for TCP, those in both directions always do.
///
/// RFC 4787 §4.3, REQ-6
public enum MappingRefresh: String, Hashable, Sendable, ConfigurationWord {
    /// Those from inside only.
    case outbound
    /// Those from outside too, when they pass the filter.
    case both

    public static var subject: String { "NAT mapping refresh" }
}
