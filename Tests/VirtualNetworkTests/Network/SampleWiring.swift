import SansIO
import VirtualNetwork

extension NetworkWiring {
    /// Where the segments of the samples are.
    static let internet = 0

    /// The internet with one host, device 0, that has two addresses.
    static func internet(link: LinkPair = LinkPair()) -> NetworkWiring {
        NetworkWiring(
            segments: [
                Segment(routerAddresses: [
                    NetworkWorld.address("198.18.0.1"), NetworkWorld.address("2001:2::1"),
                ])
            ],
            devices: [
                Device(
                    segment: internet,
                    addresses: ["198.18.0.10", "198.18.0.11", "2001:2::10"].map(NetworkWorld.address),
                    link: link
                )
            ]
        )
    }

    /// Adds a LAN with one host and returns the host's device: 192.168.N.2, behind `outside` on `uplink`.
    @discardableResult
    mutating func addHome(
        _ number: UInt8,
        _ nat: NATBehavior?,
        outside: String,
        uplink: Int = internet,
        firewall: FirewallPolicy? = nil,
        link: LinkPair = LinkPair(),
        staticMappings: [Router.StaticMapping] = []
    ) -> Int {
        let segment = segments.count
        segments.append(Segment(gateway: routers.count, carriesMulticast: true))
        routers.append(
            Router(
                inside: segment,
                uplink: uplink,
                kind: .ours(nat: nat, firewall: firewall),
                insideAddresses: [IPAddress(192, 168, number, 1)],
                outsideAddresses: [NetworkWorld.address(outside)] + staticMappings.map(\.outside),
                staticMappings: staticMappings,
                link: link
            )
        )
        devices.append(Device(segment: segment, addresses: [IPAddress(192, 168, number, 2)]))
        return devices.count - 1
    }

    /// Adds another host to a home's LAN.
    mutating func addHost(_ address: String, besides device: Int) -> Int {
        devices.append(
            Device(segment: devices[device].segment, addresses: [NetworkWorld.address(address)])
        )
        return devices.count - 1
    }

    /// Two homes with port-restricted NATs: devices 1 and 2, routers 0 and 1.
    static func twoHomes(
        _ first: NATAlias = .portRestricted,
        _ second: NATAlias = .portRestricted,
        link: LinkPair = LinkPair()
    ) -> NetworkWiring {
        var wiring = internet()
        wiring.addHome(1, first.behavior, outside: "198.18.1.1", link: link)
        wiring.addHome(2, second.behavior, outside: "198.18.2.1")
        return wiring
    }
}
