import Lab
import SansIO
import Scenario
import VirtualNetwork

extension LabPlan {
    static let server = IPAddress(198, 18, 0, 10)
    static let backend = IPAddress(198, 18, 0, 11)

    /// A server on the internet and one host behind a NAT of ours, at 192.168.1.2.
    static func home(
        _ nat: NATBehavior = NATAlias.portRestricted.behavior,
        link: NetworkWiring.LinkPair = .init(),
        mtu: Int = 1500
    ) -> LabPlan {
        var plan = internet()
        plan.addHome(1, nat: nat, link: link, mtu: mtu)
        return plan
    }

    static func internet() -> LabPlan {
        let router = IPAddress(198, 18, 0, 1)
        let addresses = [server, backend]
        return LabPlan(
            hosts: [
                HostPlan(
                    name: "server",
                    interfaces: [
                        .init(
                            name: "eth0",
                            device: 0,
                            addresses: addresses.map { InterfaceAddress($0, prefixLength: 15) },
                            gateways: [router]
                        )
                    ]
                )
            ],
            wiring: NetworkWiring(
                segments: [.init(routerAddresses: [router])],
                devices: [.init(segment: 0, addresses: addresses)]
            ),
            signalingAddresses: [backend]
        )
    }

    /// Adds a host called "homeN" at 192.168.N.2, behind 198.18.N.1.
    mutating func addHome(
        _ number: UInt8,
        nat: NATBehavior,
        link: NetworkWiring.LinkPair = .init(),
        mtu: Int = 1500
    ) {
        let (address, router) = (IPAddress(192, 168, number, 2), IPAddress(192, 168, number, 1))
        hosts.append(
            HostPlan(
                name: "home\(number)",
                interfaces: [
                    .init(
                        name: "wlan0",
                        device: wiring.devices.count,
                        addresses: [InterfaceAddress(address, prefixLength: 24)],
                        gateways: [router],
                        mtu: mtu
                    )
                ],
                hostsText: "127.0.0.1 localhost\n\(Self.server) server.castlab.test\n"
            )
        )
        wiring.segments.append(.init(gateway: wiring.routers.count, carriesMulticast: true))
        wiring.devices.append(.init(segment: wiring.segments.count - 1, addresses: [address]))
        wiring.routers.append(
            .init(
                inside: wiring.segments.count - 1,
                uplink: 0,
                kind: .ours(nat: nat, firewall: nil),
                insideAddresses: [router],
                outsideAddresses: [IPAddress(198, 18, number, 1)],
                link: link
            )
        )
    }

    /// Adds a host at 192.168.N.2 behind a router whose kernel translates.
    mutating func addKernelHome(_ number: UInt8, randomPorts: Bool = false, dropsUnsolicited: Bool = true) {
        let (address, router) = (IPAddress(192, 168, number, 2), IPAddress(192, 168, number, 1))
        let outside = IPAddress(198, 18, number, 1)
        let (device, segment) = (wiring.devices.count, wiring.segments.count)
        hosts.append(
            HostPlan(
                name: "home\(number)",
                interfaces: [
                    .init(
                        name: "wlan0",
                        device: device,
                        addresses: [InterfaceAddress(address, prefixLength: 24)],
                        gateways: [router]
                    )
                ]
            )
        )
        hosts.append(
            HostPlan(
                name: "router\(number)",
                interfaces: [
                    .init(
                        name: "lan0",
                        device: device + 1,
                        addresses: [InterfaceAddress(router, prefixLength: 24)],
                        gateways: []
                    ),
                    .init(
                        name: "wan0",
                        device: device + 2,
                        addresses: [InterfaceAddress(outside, prefixLength: 15)],
                        gateways: [IPAddress(198, 18, 0, 1)]
                    ),
                ],
                router: KernelRouter(
                    uplink: "wan0",
                    randomPorts: randomPorts,
                    dropsUnsolicited: dropsUnsolicited
                )
            )
        )
        wiring.segments.append(.init(gateway: wiring.routers.count, carriesMulticast: true))
        wiring.devices += [
            .init(segment: segment, addresses: [address]), .init(segment: segment, addresses: [router]),
            .init(segment: 0, addresses: [outside]),
        ]
        wiring.routers.append(
            .init(
                inside: segment,
                uplink: 0,
                kind: .namespace(inside: device + 1, outside: device + 2),
                insideAddresses: [router],
                outsideAddresses: [outside]
            )
        )
    }
}
