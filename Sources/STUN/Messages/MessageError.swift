/// Why bytes are not a STUN message.
public enum MessageError: Error, Hashable, Sendable {
    /// Fewer bytes than a header has.
    case tooShort(count: Int)
    /// One of the first two bits is set.
    case notSTUN
    /// No magic cookie: something else, or a message of RFC 3489.
    case noMagicCookie
    /// The length field is not a multiple of 4.
    case unalignedLength(Int)
    /// The length field and the bytes behind the header disagree.
    case wrongLength(declared: Int, actual: Int)
    /// The attribute whose header stands at this offset runs over the end.
    case attributeOverrun(offset: Int)
}
