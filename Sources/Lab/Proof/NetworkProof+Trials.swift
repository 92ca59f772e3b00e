internal import EventLoop
internal import Namespaces
internal import NetworkCheck
internal import SansIO
internal import Scenario
internal import VirtualNetwork
internal import YAML

/// Questions that one host alone cannot ask, or that take their time.
extension NetworkProof {
    /// Where two hosts are behind one router: both use the same port, and each has to have an endpoint of its own.
    ///
    /// RFC 4787 REQ-3. The kernel's masquerade is not held to one mapping for the second host: it has none.
    func twoHostsOnOnePort() throws -> [ProofFinding] {
        var findings: [ProofFinding] = []
        for segment in description.segments {
            let hosts = description.hosts.filter { $0.segments.first == segment.name }
            guard hosts.count > 1, let router = segment.router,
                let prover = network.plan.provers.first(where: { $0.segment == router.uplink }),
                let expected = description.expectation(
                    from: hosts[1],
                    in: segment.name,
                    seenFrom: prover.segment
                ), expected.passesUDP, expected.isTranslated, router.exposedHost == nil
            else { continue }
            findings += try clash(hosts[0].name, hosts[1].name, segment.name, router, prover, expected)
        }
        return findings
    }

    private func clash(
        _ first: String,
        _ second: String,
        _ segment: String,
        _ router: NetworkDescription.Router,
        _ prover: ProverPlan,
        _ expected: RouterExpectation
    ) throws -> [ProofFinding] {
        var sockets: [UDPSocket] = []
        var seen: [(dependence: EndpointDependence?, mapped: Set<Endpoint>)] = []
        for (index, name) in [first, second].enumerated() {
            let host = try network.host(name)
            let interface = host.plan.interfaces[0]
            guard let address = interface.addresses.first(where: { $0.address.family == .v4 })?.address else {
                return []
            }
            let pace = pace(of: interface.device, to: prover)
            let result = try host.namespace.enter {
                // The first one's socket stays open while the second one asks.
                let socket = try UDPSocket(bindingTo: Endpoint(address, 33_333))
                sockets.append(socket)
                return try DiscoveryRun.mapping(
                    of: socket,
                    server: prover.server,
                    other: Endpoint(prover.addresses[1], 3479),
                    pace: pace,
                    seed: UInt64(index + 77)
                )
            }
            seen.append(result)
        }
        let place = "the router of \(segment) (from \(first) and \(second), on one port)"
        let isApart = seen[0].mapped.isDisjoint(with: seen[1].mapped) && !seen[1].mapped.isEmpty
        var findings = [
            ProofFinding(
                place,
                "what they get",
                asked: "endpoints of their own",
                found: isApart ? "endpoints of their own" : "the same endpoint",
                holds: isApart
            )
        ]
        if case .ours = router.kind {
            findings.append(
                ProofFinding(
                    place,
                    "mapping of the second",
                    asked: expected.mapping,
                    found: seen[1].dependence
                )
            )
        }
        return findings
    }

    /// How long each router remembers an idle flow, from a host behind it: at four fifths of the time it was
    /// asked for it still does, a fifth behind it no more.
    func lifetimes(upTo longest: Duration) throws -> [ProofFinding] {
        var findings: [ProofFinding] = []
        for segment in description.segments {
            guard let router = segment.router, case .ours(let nat?) = router.kind,
                nat.timeouts.udp <= longest,
                let host = description.hosts.first(where: { $0.segments.first == segment.name }),
                let prover = network.plan.provers.first(where: { $0.segment == router.uplink })
            else { continue }
            let own = try network.host(host.name)
            let interface = own.plan.interfaces[0]
            guard let address = interface.addresses.first(where: { $0.address.family == .v4 })?.address else {
                continue
            }
            let asked = nat.timeouts.udp
            let pace = pace(of: interface.device, to: prover)
            let found = try own.namespace.enter {
                try DiscoveryRun.lifetime(
                    server: prover.server,
                    from: address,
                    idleTimes: [asked * 4 / 5, asked * 6 / 5],
                    pace: pace,
                    seed: 9
                )
            }
            let holds = found.longestAlive == asked * 4 / 5 && found.shortestForgotten == asked * 6 / 5
            let longest = found.longestAlive?.quantityText ?? "less"
            let shortest = found.shortestForgotten?.quantityText ?? "more"
            findings.append(
                ProofFinding(
                    "the router of \(segment.name) (from \(host.name))",
                    "lifetime of an idle flow",
                    asked: asked.quantityText,
                    found: "\(longest) to \(shortest)",
                    holds: holds
                )
            )
        }
        return findings
    }
}
