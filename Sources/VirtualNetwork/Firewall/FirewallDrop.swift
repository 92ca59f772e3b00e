/// Why a firewall refused a packet.
public enum FirewallDrop: Int, Error, Hashable, Sendable, CaseIterable {
    /// A rule, or the policy for what no rule is about.
    case refusedByRule
    /// It is from outside, and no answer.
    case unsolicited
    /// The firewall remembers as many flows as it may.
    case tableFull
    /// It cannot be read, or has the port 0.
    case malformed
    /// An ICMP message that is neither an echo nor an error.
    case unsupported
    /// A fragment without a transport header came before the one that has it, or long after.
    case fragmentWithoutFirst
}
