public import SansIO
internal import VirtualNetwork

/// What was observed on a host, before anything is made of it.
public struct NetworkObservation: Sendable {
    /// Interfaces that are up, with their addresses, the loopback left out.
    public var interfaces: [(name: String, address: IPAddress)] = []
    /// The server that was asked.
    public var server: Endpoint
    public var nat: NATFindings
    /// How long a TCP connection to the server took; nil when it did not come about.
    public var tcp: Duration?
    /// The same to port 443, where the server has something there.
    public var port443: Duration?
    /// After which idle time a flow was still known, and after which no more; nil when it was not waited for.
    public var lifetime: (longestAlive: Duration?, shortestForgotten: Duration?)?
    /// The largest packet to the server, in bytes; nil when it is not known.
    public var mtu: Int?

    public init(server: Endpoint, nat: NATFindings) {
        self.server = server
        self.nat = nat
    }

    /// All that is to be said, in the order in which one would look.
    public var findings: [NetworkFinding] {
        var findings = [addresses, udp]
        if nat.isReached { findings += [publicAddress, mapping, filtering].compactMap(\.self) + details }
        findings += [tcpFinding, port443Finding]
        if let lifetimeFinding { findings.append(lifetimeFinding) }
        if let path { findings.append(path) }
        if let mtuFinding { findings.append(mtuFinding) }
        return findings
    }

    private var addresses: NetworkFinding {
        let text = interfaces.map { "\($0.name) \($0.address)" }.joined(separator: ", ")
        guard !interfaces.isEmpty else {
            return NetworkFinding("addresses", .problem, "none", "There is no network; connect the device.")
        }
        let hasIPv6 = interfaces.contains { $0.address.family == .v6 && !$0.address.isLinkLocal }
        return NetworkFinding(
            "addresses",
            .good,
            text,
            hasIPv6 ? "With IPv6 at both ends no NAT is in the way." : ""
        )
    }

    private var udp: NetworkFinding {
        nat.isReached
            ? NetworkFinding("UDP", .good, "\(server) answers")
            : NetworkFinding(
                "UDP",
                .problem,
                "\(server) does not answer",
                "UDP is blocked, or the server is: calls go through a relay over TCP or TLS, slower and with "
                    + "freezes where packets are lost. Ask for UDP to be let out."
            )
    }

    private var publicAddress: NetworkFinding? {
        guard let mapped = nat.mapped else { return nil }
        return NetworkFinding(
            "seen as",
            .good,
            "\(mapped.address)\(nat.isTranslated == true ? ", translated" : ", as it is")"
        )
    }

    private var mapping: NetworkFinding? {
        guard nat.isTranslated == true else { return nil }
        let name = nat.alias.map { " (\($0.rawValue))" } ?? ""
        switch nat.mapping {
        case .endpointIndependent:
            return NetworkFinding(
                "mapping",
                .good,
                "endpoint-independent\(name)",
                "Others reach this host by what a STUN server sees."
            )
        case .addressDependent, .addressAndPortDependent:
            return NetworkFinding(
                "mapping",
                .notice,
                "\(nat.mapping?.rawValue ?? "")\(name)",
                "Every destination sees another port: with a peer whose NAT filters by port a call is relayed."
            )
        case nil:
            return NetworkFinding(
                "mapping",
                .notice,
                "could not be told",
                "The server has one address, answers got lost, or sockets were not treated alike."
            )
        }
    }

    private var filtering: NetworkFinding? {
        let subject = nat.isTranslated == true ? "filtering" : "firewall"
        switch nat.filtering {
        case .endpointIndependent:
            return NetworkFinding(subject, .good, "endpoint-independent", "Anybody may send.")
        case .addressDependent: return NetworkFinding(subject, .good, "address-dependent")
        case .addressAndPortDependent:
            return NetworkFinding(
                subject,
                .good,
                "address-and-port-dependent",
                "Only who was sent to may answer, as in most homes."
            )
        case nil: return nil
        }
    }

    private var details: [NetworkFinding] {
        guard nat.isTranslated == true else { return [] }
        var findings: [NetworkFinding] = []
        if let ports = nat.ports {
            findings.append(
                NetworkFinding(
                    "ports",
                    .good,
                    "\(ports.rawValue) (\(nat.preservedCount) of \(nat.portCount) kept)"
                )
            )
        }
        if let hairpin = nat.hairpin {
            findings.append(
                NetworkFinding(
                    "hairpinning",
                    hairpin == .external ? .good : .notice,
                    hairpin.rawValue,
                    hairpin == .external
                        ? "" : "Two hosts behind this NAT reach each other in the LAN or by a relay."
                )
            )
        }
        if nat.isStableAgainstUnsolicited == false {
            findings.append(
                NetworkFinding(
                    "unsolicited packets",
                    .problem,
                    "take a mapping's port away",
                    "When the peer's packet comes first, this NAT acts as a symmetric one: direct calls fail by "
                        + "chance. Let the router drop new packets from outside."
                )
            )
        }
        if nat.isPaired == false {
            findings.append(
                NetworkFinding(
                    "pooling",
                    .notice,
                    "several outside addresses for one host",
                    "Against RFC 4787, REQ-2: peers may see packets of one call from two addresses."
                )
            )
        }
        return findings
    }

    private var tcpFinding: NetworkFinding {
        tcp.map { NetworkFinding("TCP", .good, "port \(server.port) in \(Self.milliseconds($0))") }
            ?? NetworkFinding(
                "TCP",
                nat.isReached ? .notice : .problem,
                "port \(server.port) is not reached",
                "A relay is reached by TLS on 443 at best."
            )
    }

    private var port443Finding: NetworkFinding {
        port443.map { NetworkFinding("port 443", .good, "in \(Self.milliseconds($0))") }
            ?? NetworkFinding(
                "port 443",
                tcp == nil ? .problem : .notice,
                "is not reached",
                "Where nothing else is let out, the relay has to listen there."
            )
    }

    private var path: NetworkFinding? {
        guard let roundTrip = nat.roundTrip else { return nil }
        let lost = Int((nat.lostShare * 1000).rounded())
        let grade: NetworkFinding.Grade = lost > 50 || roundTrip > .milliseconds(300) ? .notice : .good
        return NetworkFinding(
            "path",
            grade,
            "\(Self.milliseconds(roundTrip)) there and back, \(lost / 10).\(lost % 10) % unanswered",
            grade == .good ? "" : "Pictures come late, or freeze for a moment now and then."
        )
    }

    /// WebRTC sends something every few seconds; a quarter of a minute is what STUN keep-alives need.
    private var lifetimeFinding: NetworkFinding? {
        guard let lifetime else { return nil }
        let isShort = (lifetime.longestAlive ?? .zero) < .seconds(20)
        let alive = lifetime.longestAlive.map { "known after \(Int($0 / .seconds(1))) s" }
        let forgotten = lifetime.shortestForgotten.map { "forgotten after \(Int($0 / .seconds(1))) s" }
        return NetworkFinding(
            "idle flows",
            isShort ? .notice : .good,
            [alive, forgotten].compactMap(\.self).joined(separator: ", "),
            isShort ? "A call that pauses for longer comes back from another port." : ""
        )
    }

    private var mtuFinding: NetworkFinding? {
        mtu.map { bytes in
            bytes >= 1280
                ? NetworkFinding("MTU", .good, "\(bytes) bytes")
                : NetworkFinding(
                    "MTU",
                    .problem,
                    "\(bytes) bytes",
                    "Packets of 1,200 bytes and a header do not fit."
                )
        }
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int((duration / .milliseconds(1) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
