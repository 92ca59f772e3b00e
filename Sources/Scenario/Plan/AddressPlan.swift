internal import SansIO

/// Who has which addresses: the same for the same file, and for all others when a host is added at its end.
///
/// The internet is 198.18.0.0/15 and 2001:2::/48, the ranges for benchmarks (RFC 2544, RFC 5180), so that nothing
/// can ever reach a real host; behind NATs is 192.168/16, and 100.64/10 (RFC 6598) where a carrier translates.
struct AddressPlan {
    /// The internet's own router, from which ICMP errors come.
    static let internetRouters = [IPAddress(198, 18, 0, 1), IPAddress(v6: 0x2001_0002_0000_0000, 1)]

    /// A segment's own addresses.
    struct SegmentAddresses {
        /// Its router's side, one of each version it has.
        var gateways: [IPAddress]
        var prefixes: [IPPrefix]

        func prefixLength(_ family: IPAddress.Family) -> Int {
            prefixes.first { $0.address.family == family }?.length ?? family.bitCount
        }
    }

    let segments: [SegmentAddresses]
    /// By router's segment: what it has on its uplink.
    let outside: [Int: [IPAddress]]
    /// By host and place in its list of segments.
    let hosts: [[[IPAddress]]]

    init(_ network: NetworkDescription) {
        let carriers = Set(network.segments.compactMap { $0.router?.uplink })
        let hasIPv6 = network.segments.contains(where: \.hasIPv6)
        let segments = network.segments.enumerated().map { index, segment in
            Self.segment(
                segment,
                UInt8(clamping: index),
                isCarriers: carriers.contains(segment.name),
                hasIPv6
            )
        }
        self.segments = segments
        var taken = [Int](repeating: 0, count: network.segments.count)
        var outside: [Int: [IPAddress]] = [:]
        for (index, segment) in network.segments.enumerated() {
            guard let router = segment.router,
                let uplink = network.segments.firstIndex(where: { $0.name == router.uplink })
            else { continue }
            outside[index] = Self.outside(
                router,
                UInt8(clamping: index),
                on: segments[uplink],
                isInternet: network.segments[uplink].router == nil,
                hasIPv6: segment.hasIPv6
            )
        }
        self.outside = outside
        var hosts: [[[IPAddress]]] = []
        for host in network.hosts {
            hosts.append(
                host.segments.map { name in
                    guard let place = network.segments.firstIndex(where: { $0.name == name }) else {
                        return []
                    }
                    defer { taken[place] += host.addressCount }
                    return Self.addresses(of: host, from: taken[place], on: segments[place])
                }
            )
        }
        self.hosts = hosts
    }

    private static func segment(
        _ segment: NetworkDescription.Segment,
        _ number: UInt8,
        isCarriers: Bool,
        _ anyIPv6: Bool
    ) -> SegmentAddresses {
        guard segment.router != nil else {
            let prefixes = ["198.18.0.0/15", "2001:2::/48"].compactMap { IPPrefix($0) }
            return SegmentAddresses(
                gateways: anyIPv6 ? internetRouters : [internetRouters[0]],
                prefixes: anyIPv6 ? prefixes : [prefixes[0]]
            )
        }
        let subnet =
            segment.subnet ?? (isCarriers ? "100.64.\(number).0/24" : "192.168.\(number).0/24")
        var addresses = SegmentAddresses(gateways: [], prefixes: [])
        if let prefix = IPPrefix(subnet) {
            addresses.prefixes.append(prefix)
            addresses.gateways.append(prefix.host(1))
        }
        if segment.hasIPv6,
            let prefix = IPPrefix(IPAddress(v6: 0x2001_0002_0000_0000 | UInt64(number), 0), length: 64)
        {
            addresses.prefixes.append(prefix)
            addresses.gateways.append(prefix.host(1))
        }
        return addresses
    }

    /// The router of segment N has 198.18.N.1 and the following on the internet, N.200 on a carrier's network.
    private static func outside(
        _ router: NetworkDescription.Router,
        _ number: UInt8,
        on uplink: SegmentAddresses,
        isInternet: Bool,
        hasIPv6: Bool
    ) -> [IPAddress] {
        // One more for a host that has one to itself.
        let count = router.addressCount + (router.exposedHost == nil ? 0 : 1)
        var addresses = (0..<count).map { index in
            isInternet
                ? IPAddress(198, 18, number, UInt8(clamping: 1 + index))
                : (uplink.prefixes.first?.host(UInt64(200 + Int(number) * 2 + index))
                    ?? IPAddress(100, 64, 0, number))
        }
        if hasIPv6 { addresses.append(IPAddress(v6: 0x2001_0002_0000_FFFF, UInt64(number))) }
        return addresses
    }

    /// From .10 on the internet, from .20 on a LAN, as a router's DHCP would give them.
    private static func addresses(
        of host: NetworkDescription.Host,
        from taken: Int,
        on segment: SegmentAddresses
    ) -> [IPAddress] {
        segment.prefixes.flatMap { prefix -> [IPAddress] in
            let isInternet = prefix.length < 24 || prefix.length == 48
            let first = (isInternet ? 10 : 20) + taken
            let count = prefix.address.family == .v4 ? host.addressCount : 1
            return (0..<count).map { prefix.host(UInt64(first + $0)) }
        }
    }
}

extension IPPrefix {
    /// The address of that number in it.
    func host(_ number: UInt64) -> IPAddress {
        address.family == .v4
            ? IPAddress(v4: UInt32(truncatingIfNeeded: address.low + number))
            : IPAddress(v6: address.high, address.low + number)
    }
}
