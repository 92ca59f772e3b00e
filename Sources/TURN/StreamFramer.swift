/// Finds STUN and ChannelData messages in a byte stream that may be cut anywhere.
///
/// RFC 8656 §12.5 and RFC 8489 §6.2.2. The framer owns no bytes: it is shown what has arrived and tells
/// where the next message lies. A ChannelData message is told as soon as its declared length is there; the
/// padding behind it is skipped when it comes, so that nothing waits for bytes that carry nothing.
public struct StreamFramer: Sendable {
    /// Why a stream can not be followed any further; its connection is to be closed.
    public enum Failure: Error, Hashable, Sendable {
        /// The first two bits are neither those of STUN nor those of ChannelData.
        case unknownKind
        /// A STUN length that is no multiple of 4.
        case unalignedLength
    }

    /// The longest message a stream can declare: a STUN header and 65,532 bytes of attributes.
    public static let longestMessage = 20 + 65_532

    private var paddingToSkip = 0

    public init() {}

    /// The next whole message in `bytes` at or behind `offset`, without its padding; nil when more bytes
    /// are needed.
    ///
    /// `offset` is moved to where the search is to go on.
    public mutating func next(
        in bytes: Span<UInt8>,
        from offset: inout Int
    ) throws(Failure) -> Range<Int>? {
        let skipped = min(paddingToSkip, bytes.count - offset)
        offset += skipped
        paddingToSkip -= skipped
        let start = offset
        guard bytes.count - start >= 4 else {
            if bytes.count > start { _ = try Self.isChannelData(bytes[start]) }
            return nil
        }
        let declared = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
        if try Self.isChannelData(bytes[start]) {
            let length = ChannelData.headerLength + declared
            guard bytes.count - start >= length else { return nil }
            offset = start + length
            paddingToSkip = -length & 3
            return start..<offset
        }
        guard declared % 4 == 0 else { throw .unalignedLength }
        guard bytes.count - start >= 20 + declared else { return nil }
        offset = start + 20 + declared
        return start..<offset
    }

    /// Told by the first two bits: 00 is STUN, 01 is ChannelData (RFC 8656 §12).
    private static func isChannelData(_ first: UInt8) throws(Failure) -> Bool {
        switch first >> 6 {
        case 0: false
        case 1: true
        default: throw .unknownKind
        }
    }
}
