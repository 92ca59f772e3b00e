/// What the sender of a refused packet gets to know.
public enum FirewallRefusal: String, Hashable, Sendable, ConfigurationWord {
    /// Nothing.
    case drop
    /// An ICMP error, "administratively prohibited".
    case reject

    public static var subject: String { "firewall refusal" }
}
