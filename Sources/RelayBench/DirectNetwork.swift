import EventLoop
import Namespaces
import SansIO

/// Clients and peers at the two ends of one cable.
final class DirectNetwork: Sendable {
    static let clientAddress = IPAddress(198, 18, 3, 2)
    static let peerAddress = IPAddress(198, 18, 3, 1)

    let clients: NetworkNamespace
    let peers: NetworkNamespace
    let cable: VethPair

    init() throws {
        clients = try NetworkNamespace(label: "clients")
        peers = try NetworkNamespace(label: "peers")
        cable = try VethPair(.init("cable", in: clients), .init("cable", in: peers))
        try clients.configure { try $0.addAddress(Self.clientAddress, prefixLength: 24, to: "cable") }
        try peers.configure { try $0.addAddress(Self.peerAddress, prefixLength: 24, to: "cable") }
    }
}
