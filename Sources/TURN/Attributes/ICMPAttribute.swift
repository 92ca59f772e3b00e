public import STUN

/// What a router or a peer said by ICMP about a packet that the server had relayed.
///
/// RFC 8656 §18.13: 16 bits reserved, 7 bits type, 9 bits code, 32 bits of data (the MTU of the next hop,
/// for the two messages that tell it).
public struct ICMPAttribute: Attribute {
    public static let type = AttributeType.icmp

    public var message: ICMPError

    public init(_ message: ICMPError) {
        self.message = message
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        guard value.count == 8 else { throw .wrongLength(value.count) }
        var data: UInt32 = 0
        for index in 4..<8 { data = data << 8 | UInt32(value[index]) }
        let code = UInt16(value[2] & 1) << 8 | UInt16(value[3])
        guard code <= UInt8.max else { throw .outOfRange }
        message = ICMPError(type: value[2] >> 1, code: UInt8(code), data: data)
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(UInt16(0))
        writer.append(UInt16(message.type & 0x7F) << 9 | UInt16(message.code))
        writer.append(message.data)
    }
}
