import Scenario
import Testing
import VirtualNetwork

struct PathOracleTests {
    /// The kinds of the table, in its order: nothing, and the nine of RFC 4787.
    private static let kinds: [(name: String, nat: NATBehavior?)] =
        [("open", nil)]
        + dependences.flatMap { mapping in
            dependences.map { filtering in
                ("\(mapping)/\(filtering)", NATBehavior(mapping: mapping, filtering: filtering))
            }
        }

    private static let dependences: [EndpointDependence] = [
        .endpointIndependent, .addressDependent, .addressAndPortDependent,
    ]

    /// What libwebrtc's own table and an exhaustive model say: D a direct path, R a relay.
    private static let table = [
        "DDDDDDDDDD", "DDDDDDDDDD", "DDDDDDDDDD", "DDDDRRRRRR", "DDDRDDRDDR",
        "DDDRDRRDRR", "DDDRRRRRRR", "DDDRDDRRRR", "DDDRDRRRRR", "DDDRRRRRRR",
    ]

    private func network(_ one: NATBehavior?, _ other: NATBehavior?) -> NetworkDescription {
        var segments = [NetworkDescription.Segment(name: "internet")]
        var hosts: [NetworkDescription.Host] = []
        for (name, nat, role) in [
            ("a", one, NetworkDescription.Role.sender), ("b", other, NetworkDescription.Role.receiver),
        ] {
            if let nat {
                var segment = NetworkDescription.Segment(name: "home-\(name)")
                segment.router = NetworkDescription.Router(kind: .ours(nat), uplink: "internet")
                segments.append(segment)
            }
            var host = NetworkDescription.Host(
                name: name,
                segments: [nat == nil ? "internet" : "home-\(name)"]
            )
            host.role = role
            hosts.append(host)
        }
        var relay = NetworkDescription.Host(name: "turn", segments: ["internet"])
        relay.role = .relay
        return NetworkDescription(
            name: "pair",
            about: "",
            tags: [],
            segments: segments,
            hosts: hosts + [relay]
        )
    }

    @Test func agreesWithTheTableOnAllHundredPairs() {
        for (row, one) in Self.kinds.enumerated() {
            for (column, other) in Self.kinds.enumerated() {
                let path = PathOracle(network(one.nat, other.nat)).path
                let isDirect = if case .direct = path { true } else { false }
                let cell = Array(Self.table[row])[column]
                #expect(isDirect == (cell == "D"), "\(one.name) and \(other.name): \(path as Any)")
                if !isDirect { #expect(path == .relayed(.udp, .udp)) }
                if isDirect, case .direct(let near, let far) = path {
                    #expect(near == (one.nat == nil ? .host : .reflexive))
                    #expect(far == (other.nat == nil ? .host : .reflexive))
                }
            }
        }
    }

    /// What a network's file says of itself is what follows from the file.
    @Test(arguments: ShippedTopologies.networks)
    func agreesWithWhatTheFilesSay(name: String) throws {
        let description = try ShippedTopologies.library.network(name)
        let path = try #require(PathOracle(description).path)
        let about = description.about
        switch path {
        case .direct: #expect(about.contains("direct path") && !about.contains("No direct path"), "\(about)")
        case .relayed, .relayedTwice: #expect(about.contains("elay"), "\(about): \(path)")
        case .none: #expect(about.contains("No path exists") || about.contains("proxy"), "\(about)")
        }
    }

    @Test(arguments: [
        ("lan", ExpectedPath.direct(.host, .host)),
        ("home-home", .direct(.reflexive, .reflexive)),
        ("open-symmetric", .direct(.reflexive, .host)),
        ("v6-v6", .direct(.host, .host)),
        ("one-cgnat", .direct(.reflexive, .reflexive)),
        ("one-cgnat-no-hairpin", .relayed(.udp, .udp)),
        ("udp-blocked-a", .relayed(.tcp, .udp)),
        ("udp-blocked-both", .relayedTwice(.tcp, .tcp)),
        ("only-443", .relayed(.tls, .udp)),
        ("no-turn", .none),
    ])
    func saysTheTransportAndTheCandidates(name: String, path: ExpectedPath) throws {
        #expect(PathOracle(try ShippedTopologies.library.network(name)).path == path)
    }
}
