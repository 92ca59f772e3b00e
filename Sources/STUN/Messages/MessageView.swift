internal import Cryptography

/// A message that passed framing, seen through bytes that somebody else owns.
///
/// Nothing is copied. RFC 8489 §5 and §6.3. What follows the integrity attribute is not authenticated and therefore not
/// seen, except for MESSAGE-INTEGRITY-SHA256 behind MESSAGE-INTEGRITY and FINGERPRINT at the end
/// (§14.5 to §14.7).
public struct MessageView: ~Escapable {
    /// The whole message.
    public let bytes: Span<UInt8>
    public let type: MessageType
    public let transactionID: TransactionID

    /// Where the header of each protecting attribute stands, and where ordinary attributes end.
    package private(set) var trailer: MessageTrailer

    /// Reads the header and checks that every attribute lies within the message.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) throws(MessageError) {
        guard bytes.count >= MessageFormat.headerLength else { throw .tooShort(count: bytes.count) }
        guard let type = MessageType(rawValue: bytes.uint16(at: 0)) else { throw .notSTUN }
        guard bytes.uint32(at: 4) == MessageFormat.magicCookie else { throw .noMagicCookie }
        let length = Int(bytes.uint16(at: 2))
        guard length % 4 == 0 else { throw .unalignedLength(length) }
        guard length == bytes.count - MessageFormat.headerLength else {
            throw .wrongLength(declared: length, actual: bytes.count - MessageFormat.headerLength)
        }
        self.trailer = try MessageTrailer(scanning: bytes)
        self.bytes = bytes
        self.type = type
        self.transactionID = TransactionID(bytes.uint32(at: 8), bytes.uint64(at: 12))
    }

    /// The first occurrence of an attribute; nil when there is none.
    ///
    /// RFC 8489 §14: later occurrences are ignored.
    public func attribute<A: Attribute>(_: A.Type) throws(AttributeError) -> A? {
        guard let range = value(of: A.type) else { return nil }
        return try A(decoding: bytes.extracting(range), transactionID: transactionID)
    }

    /// Every occurrence of an attribute that may stand more than once, in order.
    public func all<A: Attribute>(_: A.Type) throws(AttributeError) -> [A] {
        var found: [A] = []
        var offset = MessageFormat.headerLength
        while let next = visibleAttribute(from: offset) {
            if next.type == A.type {
                found.append(try A(decoding: bytes.extracting(next.value), transactionID: transactionID))
            }
            offset = next.end
        }
        return found
    }

    public func contains(_ type: AttributeType) -> Bool {
        value(of: type) != nil
    }

    /// Where the value of the first occurrence lies in `bytes`, without its padding.
    public func value(of type: AttributeType) -> Range<Int>? {
        var offset = MessageFormat.headerLength
        while let next = visibleAttribute(from: offset) {
            if next.type == type { return next.value }
            offset = next.end
        }
        return nil
    }

    /// The attributes that must be understood and are not, each once, in order of appearance.
    ///
    /// RFC 8489 §6.3.1: they go into the UNKNOWN-ATTRIBUTES of a 420.
    public func unknownAttributes(knownBy isKnown: (AttributeType) -> Bool) -> [AttributeType] {
        var unknown: [AttributeType] = []
        // A long message holds 16,000 of them, and anybody may send it.
        var seen: Set<AttributeType> = []
        var offset = MessageFormat.headerLength
        while let next = visibleAttribute(from: offset) {
            if next.type.isComprehensionRequired, !isKnown(next.type), seen.insert(next.type).inserted {
                unknown.append(next.type)
            }
            offset = next.end
        }
        return unknown
    }

    /// Whether there is an attribute that must be understood and is not.
    public func hasUnknownAttributes(knownBy isKnown: (AttributeType) -> Bool) -> Bool {
        var offset = MessageFormat.headerLength
        while let next = visibleAttribute(from: offset) {
            if next.type.isComprehensionRequired, !isKnown(next.type) { return true }
            offset = next.end
        }
        return false
    }

    /// The first attribute at or behind `offset` that is not to be ignored.
    private func visibleAttribute(from start: Int) -> AttributeLocation? {
        var offset = start
        while offset < bytes.count {
            let location = AttributeLocation(unchecked: bytes, at: offset)
            if trailer.shows(offset) { return location }
            offset = location.end
        }
        return nil
    }
}
