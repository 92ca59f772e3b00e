/// What a datagram on a shared port is, told by its first byte.
///
/// RFC 7983 §7 and, for ChannelData, RFC 8656 §12
public enum DemultiplexedKind: Hashable, Sendable, BitwiseCopyable {
    case stun
    /// TURN ChannelData: 0x40 to 0x4F.
    case channelData
    case dtls
    /// RTP or RTCP.
    case rtp
    case other

    public init(firstByte: UInt8) {
        self =
            switch firstByte {
            case 0...3: .stun
            case 20...63: .dtls
            case 0x40...0x4F: .channelData
            case 128...191: .rtp
            default: .other
            }
    }

    /// An empty datagram is `other`.
    public init(_ datagram: Span<UInt8>) {
        self = datagram.isEmpty ? .other : DemultiplexedKind(firstByte: datagram[0])
    }
}
