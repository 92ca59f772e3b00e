import SansIO

/// Where the later fragments of a packet go: as the first one did.
struct FragmentPath: BitwiseCopyable {
    let source: IPAddress
    let destination: IPAddress
    let isInside: Bool

    /// The way that a first fragment goes, which has been rewritten.
    init(_ translated: IPPacket, _ way: NAT.Way) {
        source = translated.source
        destination = translated.destination
        isInside = way == .inside
    }
}
