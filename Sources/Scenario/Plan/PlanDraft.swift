internal import SansIO
internal import VirtualNetwork

/// A plan while it is made.
struct PlanDraft {
    private let network: NetworkDescription
    private let addresses: AddressPlan
    var hosts: [HostPlan] = []
    var wiring = NetworkWiring()
    var deviceNames: [String] = []
    var routerNames: [String] = []

    init(_ network: NetworkDescription, _ addresses: AddressPlan) {
        self.network = network
        self.addresses = addresses
    }

    private func number(of segment: String) -> Int? {
        network.segments.firstIndex { $0.name == segment }
    }

    mutating func addSegments() {
        for (index, segment) in network.segments.enumerated() {
            let isInternet = segment.router == nil
            let isCarriers = network.segments.contains { $0.router?.uplink == segment.name }
            wiring.segments.append(
                .init(
                    carriesMulticast: !isInternet && !isCarriers,
                    connectsDevices: !segment.isIsolated,
                    routerAddresses: isInternet ? addresses.segments[index].gateways : []
                )
            )
        }
    }

    mutating func addHosts() {
        for (index, host) in network.hosts.enumerated() {
            var interfaces: [HostPlan.Interface] = []
            for (place, name) in host.segments.enumerated() {
                guard let segment = number(of: name) else { continue }
                interfaces.append(
                    addDevice(
                        network.segments[segment].device,
                        of: host.name,
                        on: segment,
                        addresses.hosts[index][place],
                        gateways: addresses.segments[segment].gateways,
                        link: host.link
                    )
                )
            }
            hosts.append(
                HostPlan(
                    name: host.name,
                    interfaces: interfaces,
                    hostsText: HostsText(network, addresses).text(for: index)
                )
            )
        }
    }

    private mutating func addDevice(
        _ name: String,
        of host: String,
        on segment: Int,
        _ own: [IPAddress],
        gateways: [IPAddress],
        link: NetworkWiring.LinkPair = .init()
    ) -> HostPlan.Interface {
        let device = wiring.devices.count
        wiring.devices.append(.init(segment: segment, addresses: own, link: link))
        deviceNames.append("\(host)/\(name)")
        return HostPlan.Interface(
            name: name,
            device: device,
            addresses: own.map {
                InterfaceAddress($0, prefixLength: addresses.segments[segment].prefixLength($0.family))
            },
            gateways: gateways,
            mtu: min(link.up.mtu?.bytes ?? 1500, 1500)
        )
    }

    mutating func addRouters() {
        for (index, segment) in network.segments.enumerated() {
            guard let router = segment.router, let uplink = number(of: router.uplink) else { continue }
            wiring.segments[index].gateway = wiring.routers.count
            routerNames.append(segment.name)
            let outside = addresses.outside[index] ?? []
            var planned = NetworkWiring.Router(
                inside: index,
                uplink: uplink,
                kind: .ours(nat: nil, firewall: nil),
                insideAddresses: addresses.segments[index].gateways,
                outsideAddresses: outside,
                routedPrefixes: routedPrefixes(of: index, router),
                link: router.link
            )
            switch router.kind {
            case .ours(let nat):
                planned.kind = .ours(nat: nat, firewall: firewall(of: segment, router))
                planned.filtersIPv4 = router.firewall != nil
                planned.staticMappings = staticMappings(of: index, segment, router)
            case .kernel(let randomPorts, let dropsUnsolicited):
                planned.kind = addKernelRouter(
                    segment,
                    index,
                    uplink,
                    outside,
                    router,
                    KernelRouter(
                        uplink: "wan0",
                        randomPorts: randomPorts,
                        dropsUnsolicited: dropsUnsolicited
                    )
                )
                planned.link = .init()
            }
            wiring.routers.append(planned)
        }
    }

    private mutating func addKernelRouter(
        _ segment: NetworkDescription.Segment,
        _ index: Int,
        _ uplink: Int,
        _ outside: [IPAddress],
        _ router: NetworkDescription.Router,
        _ kernel: KernelRouter
    ) -> NetworkWiring.Router.Kind {
        let name = "\(segment.name)-router"
        let inside = addDevice(
            "lan0",
            of: name,
            on: index,
            addresses.segments[index].gateways,
            gateways: []
        )
        let out = addDevice(
            "wan0",
            of: name,
            on: uplink,
            outside,
            gateways: addresses.segments[uplink].gateways,
            link: router.link
        )
        hosts.append(HostPlan(name: name, interfaces: [inside, out], router: kernel))
        return .namespace(inside: inside.device, outside: out.device)
    }

    /// IPv6 is not translated, so somebody has to stand in front of it: what the file says, or a stateful one.
    private func firewall(
        of segment: NetworkDescription.Segment,
        _ router: NetworkDescription.Router
    ) -> FirewallPolicy? {
        guard var policy = router.firewall else {
            return segment.hasIPv6 ? FirewallPreset.stateful.policy() : nil
        }
        guard router.firewallName == FirewallPreset.httpProxyOnly.rawValue else { return policy }
        let refusal = policy.outboundRefusal
        policy = FirewallPreset.httpProxyOnly.policy(proxies: proxies)
        policy.outboundRefusal = refusal
        return policy
    }

    /// Where proxies of the internet are, at the port all of them use.
    private var proxies: [Endpoint] {
        network.hosts.enumerated().filter { $0.element.role == .proxy }.flatMap { index, _ in
            addresses.hosts[index].flatMap { $0 }.map { Endpoint($0, 3128) }
        }
    }

    private func routedPrefixes(of index: Int, _ router: NetworkDescription.Router) -> [IPPrefix] {
        var prefixes = addresses.segments[index].prefixes.filter { $0.address.family == .v6 }
        if case .ours(nil) = router.kind {
            prefixes += addresses.segments[index].prefixes.filter { $0.address.family == .v4 }
        }
        return prefixes
    }

    private func staticMappings(
        of index: Int,
        _ segment: NetworkDescription.Segment,
        _ router: NetworkDescription.Router
    ) -> [NetworkWiring.Router.StaticMapping] {
        guard let name = router.exposedHost,
            let host = network.hosts.firstIndex(where: { $0.name == name }),
            let place = network.hosts[host].segments.firstIndex(of: segment.name),
            let inside = addresses.hosts[host][place].first(where: { $0.family == .v4 }),
            let outside = addresses.outside[index]?.last(where: { $0.family == .v4 })
        else { return [] }
        return [.init(inside: inside, outside: outside)]
    }
}
