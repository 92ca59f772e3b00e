public import STUN

/// A wish for a second relayed address, an IPv6 one, beside the IPv4 one.
///
/// RFC 8656 §18.11
public struct AdditionalAddressFamily: AddressFamilyAttribute {
    public static let type = AttributeType.additionalAddressFamily

    public let code: AddressFamilyCode

    public init(_ code: AddressFamilyCode) {
        self.code = code
    }
}
