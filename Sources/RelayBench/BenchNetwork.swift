import EventLoop
import Namespaces
import SansIO

/// Two namespaces and two cables between them: clients reach the server by one, peers by the other.
///
///     load   clients 198.18.1.2 ──────── 198.18.1.1 clients   server
///            peers   198.18.2.2 ──────── 198.18.2.1 peers
final class BenchNetwork: Sendable {
    static let clientAddress = IPAddress(198, 18, 1, 2)
    static let serverAddress = IPAddress(198, 18, 1, 1)
    static let peerAddress = IPAddress(198, 18, 2, 2)
    static let relayAddress = IPAddress(198, 18, 2, 1)

    let load: NetworkNamespace
    let server: NetworkNamespace
    private let cables: [VethPair]

    init() throws {
        load = try NetworkNamespace(label: "load")
        server = try NetworkNamespace(label: "server")
        cables = [
            try VethPair(.init("clients", in: load), .init("clients", in: server)),
            try VethPair(.init("peers", in: load), .init("peers", in: server)),
        ]
        try load.configure { route in
            try route.addAddress(Self.clientAddress, prefixLength: 24, to: "clients")
            try route.addAddress(Self.peerAddress, prefixLength: 24, to: "peers")
        }
        try server.configure { route in
            try route.addAddress(Self.serverAddress, prefixLength: 24, to: "clients")
            try route.addAddress(Self.relayAddress, prefixLength: 24, to: "peers")
        }
    }

    /// Whether the cables carry super-packets whole, as they do by themselves, or datagrams only.
    func carrySuperPackets(_ areWhole: Bool) throws {
        for cable in cables { try cable.carrySuperPackets(areWhole) }
    }
}

extension VethPair {
    func carrySuperPackets(_ areWhole: Bool) throws {
        for end in [first, second] {
            try end.namespace.setFeature("tx-udp-segmentation", of: end.name, to: areWhole)
        }
    }
}
