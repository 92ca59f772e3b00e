/// What an IP packet carries: the values of the IANA registry of protocol numbers that matter here.
///
/// RFC 791 §3.1 "Protocol", RFC 8200 §3 "Next Header"
public struct IPProtocol: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public static let hopByHopOptions = IPProtocol(rawValue: 0)
    public static let icmp = IPProtocol(rawValue: 1)
    public static let tcp = IPProtocol(rawValue: 6)
    public static let udp = IPProtocol(rawValue: 17)
    public static let routingHeader = IPProtocol(rawValue: 43)
    public static let fragmentHeader = IPProtocol(rawValue: 44)
    public static let authenticationHeader = IPProtocol(rawValue: 51)
    public static let icmpv6 = IPProtocol(rawValue: 58)
    public static let noNextHeader = IPProtocol(rawValue: 59)
    public static let destinationOptions = IPProtocol(rawValue: 60)
    public static let mobilityHeader = IPProtocol(rawValue: 135)
    public static let hostIdentity = IPProtocol(rawValue: 139)
    public static let shim6 = IPProtocol(rawValue: 140)

    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }
}

extension IPProtocol: CustomStringConvertible {
    /// The name the field uses, or the number.
    public var description: String {
        switch self {
        case .icmp: "icmp"
        case .tcp: "tcp"
        case .udp: "udp"
        case .icmpv6: "icmpv6"
        default: "protocol \(rawValue)"
        }
    }
}
