/// What happens to a packet from inside to an external endpoint of the NAT itself.
///
/// RFC 4787 §6
public enum Hairpinning: String, Hashable, Sendable, ConfigurationWord {
    /// It is dropped.
    case none
    /// It comes back in from the sender's external endpoint, as REQ-9 wants it.
    case external
    /// It comes back in from the sender's own endpoint; the filter sees that endpoint, and the sender gets
    /// no mapping.
    case `internal`

    public static var subject: String { "NAT hairpinning" }
}
