/// Which of its external addresses a NAT uses.
///
/// RFC 4787 §4.1, "IP address pooling"
public enum AddressPooling: String, Hashable, Sendable, ConfigurationWord {
    /// The same one for all mappings of one inside host (REQ-2); when its ports are used up, none.
    case paired
    /// A random one for each mapping.
    case arbitrary

    public static var subject: String { "NAT address pooling" }
}
