import EventLoop
import SansIO
import TURN
import TestCertificates

@testable import Relay

/// A client of the relay under test, which takes turns with it.
final class LoopbackClient {
    let relay: RelayUnderTest
    private let loop: ClientLoop
    private let client: RelayClient

    private(set) var received: [(peer: Endpoint, bytes: [UInt8])] = []
    private(set) var unreachable: [(peer: Endpoint, error: ICMPError)] = []

    init(
        _ relay: RelayUnderTest,
        over transport: TransportProtocol,
        user: String = "alice",
        streamOptions: StreamSocket.Options = StreamSocket.Options()
    ) throws {
        self.relay = relay
        let server = Endpoint(RelayUnderTest.address, transport == .tls ? relay.tlsPort : relay.port)
        var access = ServerAccess(server, over: transport)
        access.local = RelayUnderTest.address
        access.streamOptions = streamOptions
        access.tls = try TLSClientContext(trust: .file(Certificates.shared.chain))
        access.serverName = "relay.example"
        loop = try ClientLoop { relay.now }
        client = try RelayClient(access, try relay.credential(for: user), in: loop)
        client.callbacks.data = { [unowned self] peer, packet in received.append((peer, packet.copied)) }
        client.callbacks.unreachable = { [unowned self] peer, error in unreachable.append((peer, error)) }
    }

    var grant: AllocationGrant? { client.grant }

    /// What went wrong, with the client or one of its peers.
    var failures: [String] {
        [client.failure?.description].compactMap(\.self) + client.refused.values.map { "\($0)" }
            + client.unbound.values.map { "\($0)" }
    }

    /// The client's relayed address, once it has one.
    var relayed: Endpoint {
        get throws {
            guard let endpoint = client.relayed else { throw Unexpected("no allocation") }
            return endpoint
        }
    }

    /// Waits for the allocation.
    func open() throws {
        try pump("an allocation") { client.isSettled }
        guard client.grant != nil else { throw Unexpected(failures.joined(separator: ", ")) }
    }

    /// Asks for a permission.
    func permit(_ address: IPAddress) throws {
        client.permit([address])
        try pump("a permission") { client.permitted.contains(address) }
    }

    /// Asks for a channel.
    func bind(_ peer: Endpoint) throws {
        client.bind(peer)
        try pump("a channel") { client.bound.contains(peer) }
    }

    func send(_ bytes: [UInt8], to peer: Endpoint) throws {
        client.send(bytes, to: peer)
    }

    /// Lets the relay and this client take turns until `condition` holds.
    func pump(_ what: String, until condition: () -> Bool) throws {
        try relay.run(what) {
            try loop.turn(until: Instant(nanoseconds: 0))
            return condition()
        }
    }
}

/// A peer's socket.
final class LoopbackPeer {
    let socket: UDPSocket
    private let receiver = DatagramReceiver()
    private let slab = PacketSlab(slotCount: 1, capacity: 65_535)

    init() throws {
        var options = UDPSocket.Options()
        options.receiveBuffer = 2 << 20
        socket = try UDPSocket(bindingTo: Endpoint(RelayUnderTest.peerAddress, 0), options: options)
    }

    var endpoint: Endpoint { socket.localEndpoint }

    func send(_ bytes: [UInt8], to destination: Endpoint) throws {
        try socket.send(slab.packet(0, copying: bytes), to: destination)
    }

    /// What has arrived.
    func receive() -> [(source: Endpoint, bytes: [UInt8])] {
        (0..<receiver.receive(from: socket)).map { index in
            (receiver.source(index), receiver.packet(index).copied)
        }
    }
}
