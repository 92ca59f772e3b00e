public import STUN

/// The family that the client wants its relayed address in, or whose half of a dual allocation a Refresh means.
///
/// RFC 8656 §18.6
public struct RequestedAddressFamily: AddressFamilyAttribute {
    public static let type = AttributeType.requestedAddressFamily

    public let code: AddressFamilyCode

    public init(_ code: AddressFamilyCode) {
        self.code = code
    }
}
