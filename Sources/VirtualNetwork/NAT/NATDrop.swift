/// Why a NAT dropped a packet.
public enum NATDrop: Int, Error, Hashable, Sendable, CaseIterable {
    /// No mapping has the external endpoint it is for, or quotes.
    case noMapping
    /// There is a mapping, but its filter does not let this sender in.
    case filtered
    /// It is for one of the NAT's own external addresses, and hairpinning is off.
    case hairpinRefused
    /// All external ports it could have got are in use.
    case portsExhausted
    /// The NAT remembers as much as it may (`NATLimits`).
    case tableFull
    /// The inside host has as many mappings as it may.
    case hostLimit
    /// It is from inside but has an external address for its source.
    case spoofedSource
    /// It cannot be read, or has the port 0.
    case malformed
    /// A protocol that is not translated, and IPv6.
    case unsupported
    /// A fragment without a transport header came before the one that has it, or long after.
    case fragmentWithoutFirst
}
