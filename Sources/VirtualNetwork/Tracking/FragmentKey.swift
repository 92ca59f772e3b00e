import SansIO

/// What the fragments of one packet share.
///
/// RFC 791 §3.2, RFC 8200 §4.5
struct FragmentKey: FlatTableKey {
    let `protocol`: IPProtocol
    let source: IPAddress
    let destination: IPAddress
    let identification: UInt32

    init(_ packet: IPPacket, _ fragment: IPFragment) {
        // The later fragments of an IPv6 packet may name an extension header instead (RFC 8200 §4.5).
        `protocol` = packet.family == .v4 ? packet.upperProtocol : .noNextHeader
        source = packet.source
        destination = packet.destination
        identification = fragment.identification
    }

    var flatHash: UInt64 {
        Endpoint(source, 0).flatHash ^ (Endpoint(destination, 0).flatHash &* 0x2545_F491_4F6C_DD1D)
            &+ UInt64(identification) << 8 | UInt64(`protocol`.rawValue)
    }
}
