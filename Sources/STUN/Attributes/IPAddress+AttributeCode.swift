package import SansIO

extension IPAddress.Family {
    /// The number of the family in address attributes. RFC 8489 §14.1
    package var attributeCode: UInt8 { self == .v4 ? 0x01 : 0x02 }

    /// The family that an address attribute names, whose value must have exactly the length it implies.
    package init(attributeCode code: UInt8, valueLength: Int) throws(AttributeError) {
        switch code {
        case 0x01: self = .v4
        case 0x02: self = .v6
        default: throw .unknownAddressFamily(code)
        }
        guard valueLength == 4 + byteCount else { throw .wrongLength(valueLength) }
    }
}
