/// The 2 to 14 bytes in front of a frame's payload. RFC 6455 §5.2
struct WebSocketFrameHeader: Hashable, Sendable {
    let isFinal: Bool
    let opcode: WebSocketOpcode
    let payloadLength: Int
    /// What the payload is combined with; from clients to servers only.
    let mask: WebSocketMask?

    init(isFinal: Bool = true, _ opcode: WebSocketOpcode, payloadLength: Int, mask: WebSocketMask?) {
        self.isFinal = isFinal
        self.opcode = opcode
        self.payloadLength = payloadLength
        self.mask = mask
    }

    /// Takes a header off the input; nil when more is needed.
    ///
    /// `isMasked` is what the receiver's role demands of the peer.
    init?(from input: inout ByteBuffer, isMasked: Bool) throws(WebSocketViolation) {
        guard input.count >= 2 else { return nil }
        let (first, second) = (input[0], input[1])
        opcode = try Self.opcode(first)
        isFinal = first & 0x80 != 0
        guard (second & 0x80 != 0) == isMasked else {
            throw .malformed(isMasked ? "a client's frame without mask" : "a server's frame with a mask")
        }
        let short = Int(second & 0x7F)
        guard !opcode.isControl || (isFinal && short <= 125) else {
            throw .malformed("a control frame that is fragmented or longer than 125 bytes")
        }
        let lengthSize = short == 127 ? 8 : short == 126 ? 2 : 0
        let size = 2 + lengthSize + (isMasked ? 4 : 0)
        guard input.count >= 2 + lengthSize else { return nil }
        payloadLength = lengthSize == 0 ? short : try Self.length(input, size: lengthSize)
        guard input.count >= size else { return nil }
        mask =
            isMasked
            ? WebSocketMask(input[size - 4], input[size - 3], input[size - 2], input[size - 1]) : nil
        input.consume(size)
    }

    private static func opcode(_ byte: UInt8) throws(WebSocketViolation) -> WebSocketOpcode {
        guard byte & 0x70 == 0 else { throw .malformed("a reserved bit, though no extension was agreed on") }
        guard let opcode = WebSocketOpcode(rawValue: byte & 0x0F) else {
            throw .malformed("opcode \(byte & 0x0F), which has no meaning")
        }
        return opcode
    }

    /// The length behind the second byte, in the shortest form there is for it.
    private static func length(_ input: borrowing ByteBuffer, size: Int) throws(WebSocketViolation) -> Int {
        var value: UInt64 = 0
        for offset in 0..<size { value = value << 8 | UInt64(input[2 + offset]) }
        guard value > (size == 2 ? 125 : 0xFFFF) else {
            throw .malformed("a length in more bytes than needed")
        }
        guard let length = Int(exactly: value) else { throw .malformed("a length of more than 63 bits") }
        return length
    }

    /// The header's bytes.
    var encoded: [UInt8] {
        var bytes = [(isFinal ? 0x80 : 0) | opcode.rawValue]
        let masked: UInt8 = mask == nil ? 0 : 0x80
        switch payloadLength {
        case ...125: bytes.append(masked | UInt8(payloadLength))
        case ...0xFFFF: bytes += [masked | 126, UInt8(payloadLength >> 8), UInt8(payloadLength & 0xFF)]
        default:
            bytes.append(masked | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: payloadLength >> shift))
            }
        }
        if let mask { bytes += [mask.key.0, mask.key.1, mask.key.2, mask.key.3] }
        return bytes
    }
}
