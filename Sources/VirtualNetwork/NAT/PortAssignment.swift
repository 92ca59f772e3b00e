/// Which external port a NAT gives to an inside host's port.
///
/// A port in use is never given again. RFC 4787 §4.2. All of them keep ports below 1024 below 1024 and the others above (REQ-3 a). ICMP
/// identifiers are given by the same rule, from their whole range.
public enum PortAssignment: String, Hashable, Sendable, ConfigurationWord {
    /// The same port; where that is taken, a random one of the same parity.
    case preserve
    /// A random port.
    case random
    /// A random port of the same parity, as long as there is one (REQ-4).
    case parity
    /// A random port of the same parity; the neighbours of an even port and the odd one behind it are
    /// neighbours outside too, as RTP and RTCP want it (RFC 4787 §4.2.3).
    case contiguous

    public static var subject: String { "NAT port assignment" }
}
