/// Four bytes that a client's payload is combined with, so that no proxy takes it for something else.
/// RFC 6455 §5.3
struct WebSocketMask: Hashable, Sendable {
    private let bits: UInt32

    init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
        bits = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
    }

    init(_ bits: UInt32) {
        self.bits = bits
    }

    var key: (UInt8, UInt8, UInt8, UInt8) { (byte(0), byte(1), byte(2), byte(3)) }

    /// The byte that the payload's byte at `offset` is combined with.
    func byte(_ offset: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: bits >> UInt32(24 - 8 * (offset & 3)))
    }

    /// The bytes combined with the mask, the first of them being the payload's byte at `offset`.
    func applied(to bytes: ArraySlice<UInt8>, from offset: Int) -> ArraySlice<UInt8> {
        var bytes = bytes
        let key = (0..<4).map { byte(offset + $0) }
        for index in bytes.indices { bytes[index] ^= key[(index - bytes.startIndex) & 3] }
        return bytes
    }
}
