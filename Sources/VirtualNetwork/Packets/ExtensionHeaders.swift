import SansIO

/// The walk over the extension headers of an IPv6 packet.
///
/// RFC 8200 §4, RFC 7045 §1.1. Behind a fragment that is not the first there is no header any more.
struct ExtensionHeaders {
    /// Nobody sends more; a chain of thousands would make every look at it a walk through the packet.
    private static let limit = 16

    /// What comes behind the headers seen so far.
    private(set) var next: IPProtocol
    /// Where that begins.
    private(set) var offset = 40
    private(set) var fragment: IPFragment?

    init(first: IPProtocol) {
        next = first
    }

    mutating func walk(_ buffer: PacketBuffer) throws(PacketFault) {
        for _ in 0..<Self.limit {
            guard let length = try length(in: buffer) else { return }
            guard offset + length <= buffer.count else { throw .truncatedHeader }
            if next == .fragmentHeader {
                let field = buffer.uint16(at: offset + 2)
                fragment = IPFragment(
                    identification: buffer.uint32(at: offset + 4),
                    offset: Int(field & 0xFFF8),
                    isFollowed: field & 1 != 0
                )
            }
            next = IPProtocol(rawValue: buffer[offset])
            offset += length
            if let fragment, !fragment.isFirst { return }
        }
        guard try length(in: buffer) == nil else { throw .extensionHeaders }
    }

    /// The length of the header at `offset`; nil when an extension header does not stand there.
    private func length(in buffer: PacketBuffer) throws(PacketFault) -> Int? {
        switch next {
        case .fragmentHeader:
            return 8
        case .authenticationHeader:
            guard offset + 2 <= buffer.count else { throw .truncatedHeader }
            return (Int(buffer[offset + 1]) + 2) * 4
        case .hopByHopOptions, .routingHeader, .destinationOptions, .mobilityHeader, .hostIdentity, .shim6:
            guard offset + 2 <= buffer.count else { throw .truncatedHeader }
            return (Int(buffer[offset + 1]) + 1) * 8
        default:
            return nil
        }
    }
}
