import SansIO

/// Who on a segment gets what.
struct SegmentRoutes {
    /// Where a destination leads to.
    enum Way {
        case device(Int)
        /// A router's side on this segment: from inside, its own address; from the uplink, into its LAN.
        case intoRouter(Int)
        /// An address that only answers pings.
        case answered
    }

    let wiring: NetworkWiring.Segment
    /// Its devices, in order, for packets to groups.
    var devices: [Int] = []
    private var owners: [IPAddress: Way] = [:]
    private var prefixes: [(prefix: IPPrefix, way: Way)] = []

    init(_ wiring: NetworkWiring.Segment) {
        self.wiring = wiring
        for address in wiring.routerAddresses { owners[address] = .answered }
    }

    mutating func add(_ address: IPAddress, _ way: Way) {
        owners[address] = way
    }

    mutating func remove(_ address: IPAddress) {
        owners[address] = nil
    }

    mutating func add(_ prefix: IPPrefix, _ way: Way) {
        prefixes.append((prefix, way))
    }

    /// Who gets what is for `destination`; nil for the gateway.
    func way(to destination: IPAddress) -> Way? {
        if let way = owners[destination] { return way }
        for index in prefixes.indices where prefixes[index].prefix.contains(destination) {
            return prefixes[index].way
        }
        return nil
    }
}
