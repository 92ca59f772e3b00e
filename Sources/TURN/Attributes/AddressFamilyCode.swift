public import SansIO

/// The address family numbers of STUN: 1 is IPv4, 2 is IPv6.
///
/// RFC 8489 §14.1. Other numbers are kept, because a family that a server does not know is not a malformed
/// request: it is answered with 440 (RFC 8656 §7.2).
public struct AddressFamilyCode: RawRepresentable, Hashable, Sendable {
    public static let ipv4 = AddressFamilyCode(rawValue: 0x01)
    public static let ipv6 = AddressFamilyCode(rawValue: 0x02)

    public var rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public init(_ family: IPAddress.Family) {
        self = family == .v4 ? .ipv4 : .ipv6
    }

    /// The family, or nil for a number that is neither.
    public var family: IPAddress.Family? {
        switch self {
        case .ipv4: .v4
        case .ipv6: .v6
        default: nil
        }
    }
}
