internal import SansIO
internal import Scenario
internal import VirtualNetwork

/// The smallest network: two hosts, and one link between them.
struct SelfTestNetwork {
    static let source = Endpoint(IPAddress(198, 18, 0, 10), 4000)
    static let destination = Endpoint(IPAddress(198, 18, 0, 20), 5000)

    /// Runs traffic from one host to the other over a link, and tells what came and what the engine says.
    static func run(
        _ traffic: TimedTraffic,
        over conditions: LinkConditions,
        engine: NetworkEngine
    ) throws -> (outcome: TimedTraffic.Outcome, report: EngineReport, fates: FateLog) {
        let network = try LabNetwork(plan(conditions), seed: 1, engine: engine)
        defer { network.remove() }
        let outcome = try traffic.run(
            from: network.host("sender"),
            source,
            to: network.host("receiver"),
            destination
        )
        guard let fates = engine.fates(of: .device(0), .up, in: network.number) else {
            preconditionFailure("a network that is up has no link")
        }
        return (outcome, try network.report(), fates)
    }

    static func plan(_ conditions: LinkConditions) -> LabPlan {
        let router = IPAddress(198, 18, 0, 1)
        let hosts = [("sender", source.address), ("receiver", destination.address)]
        return LabPlan(
            hosts: hosts.enumerated().map { device, host in
                HostPlan(
                    name: host.0,
                    interfaces: [
                        HostPlan.Interface(
                            name: "eth0",
                            device: device,
                            addresses: [InterfaceAddress(host.1, prefixLength: 15)],
                            gateways: [router]
                        )
                    ]
                )
            },
            wiring: NetworkWiring(
                segments: [.init(routerAddresses: [router])],
                devices: hosts.enumerated().map { device, host in
                    NetworkWiring.Device(
                        segment: 0,
                        addresses: [host.1],
                        link: device == 0 ? .init(both: conditions) : .init()
                    )
                }
            )
        )
    }
}
