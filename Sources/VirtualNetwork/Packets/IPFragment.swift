/// Which part of a larger packet a fragment is.
///
/// RFC 791 §3.1, RFC 8200 §4.5
public struct IPFragment: Hashable, Sendable, BitwiseCopyable {
    /// The number that all fragments of one packet share: 16 bits in IPv4, 32 in IPv6.
    public let identification: UInt32
    /// Where the fragment's bytes belong in the larger packet's payload.
    public let offset: Int
    /// Whether others come behind it.
    public let isFollowed: Bool

    /// Whether it begins with the transport header.
    public var isFirst: Bool { offset == 0 }

    /// The fragment of a field that holds the offset in units of 8 bytes above three lower bits.
    ///
    /// Nil for a whole packet: offset 0 and nothing behind it.
    init?(identification: UInt32, offset: Int, isFollowed: Bool) {
        guard offset > 0 || isFollowed else { return nil }
        self.identification = identification
        self.offset = offset
        self.isFollowed = isFollowed
    }
}
