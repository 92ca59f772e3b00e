internal import SansIO
internal import Scenario
internal import VirtualNetwork

/// A host of the lab's own on a segment beyond routers, from which these are looked at.
///
/// It is there in every network, and is used before anybody else is.
struct ProverPlan: Sendable {
    static let hostPrefix = "proof-"

    /// The segment's name.
    let segment: String
    let host: String
    let addresses: [IPAddress]

    var server: Endpoint { Endpoint(addresses[0], 3478) }
}

extension LabPlan {
    /// Adds a prover to each segment that some router has its internet from.
    mutating func addProvers(to plan: NetworkPlan) {
        let network = plan.description
        for (index, segment) in network.segments.enumerated()
        where network.segments.contains(where: { $0.router?.uplink == segment.name }) {
            let isInternet = segment.router == nil
            let base =
                isInternet
                ? IPAddress(198, 18, 255, 0)
                : wiring.routers[wiring.segments[index].gateway ?? 0].insideAddresses[0]
            let first = base.low & ~0xFF
            let addresses = [UInt64(250), 251].map { IPAddress(v4: UInt32(truncatingIfNeeded: first + $0)) }
            let device = wiring.devices.count
            wiring.devices.append(.init(segment: index, addresses: addresses))
            let gateways =
                isInternet
                ? wiring.segments[index].routerAddresses.filter { $0.family == .v4 }
                : wiring.routers[wiring.segments[index].gateway ?? 0].insideAddresses.filter {
                    $0.family == .v4
                }
            let name = "\(ProverPlan.hostPrefix)\(segment.name)"
            hosts.append(
                HostPlan(
                    name: name,
                    interfaces: [
                        .init(
                            name: "eth0",
                            device: device,
                            addresses: addresses.map {
                                InterfaceAddress($0, prefixLength: isInternet ? 15 : 24)
                            },
                            gateways: gateways
                        )
                    ]
                )
            )
            provers.append(ProverPlan(segment: segment.name, host: name, addresses: addresses))
        }
    }
}
