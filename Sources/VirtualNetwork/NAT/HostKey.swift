import SansIO

/// An inside host, by its address.
struct HostKey: FlatTableKey {
    let address: IPAddress

    var flatHash: UInt64 { Endpoint(address, 0).flatHash }
}
