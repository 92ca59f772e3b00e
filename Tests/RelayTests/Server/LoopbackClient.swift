import Cryptography
import EventLoop
import STUN
import SansIO
import TURN
import TestCertificates

@testable import Relay

/// A TURN client over a real socket: our client core, driven by the test.
final class LoopbackClient {
    private enum Link {
        case datagrams(UDPSocket, DatagramReceiver)
        case stream(StreamConnection)
    }

    let relay: RelayUnderTest
    private let transport: TransportProtocol
    private let link: Link
    private let server: Endpoint
    private var core: TURNClient
    private let slab = PacketSlab(slotCount: 1, capacity: 65_535)
    private let requests = PacketSlab(slotCount: 1, capacity: 2048)

    private(set) var grant: AllocationGrant?
    private(set) var received: [(peer: Endpoint, bytes: [UInt8])] = []
    private(set) var unreachable: [(peer: Endpoint, error: ICMPError)] = []
    private(set) var permitted: Set<IPAddress> = []
    private(set) var bound: Set<Endpoint> = []
    private(set) var failures: [String] = []
    private(set) var isEnded = false

    init(
        _ relay: RelayUnderTest,
        over transport: TransportProtocol,
        user: String = "alice",
        streamOptions: StreamSocket.Options = StreamSocket.Options()
    ) throws {
        self.relay = relay
        self.transport = transport
        server = Endpoint(RelayUnderTest.address, transport == .tls ? relay.tlsPort : relay.port)
        switch transport {
        case .udp:
            var options = UDPSocket.Options()
            options.receiveBuffer = 2 << 20
            link = .datagrams(
                try UDPSocket(bindingTo: Endpoint(RelayUnderTest.address, 0), options: options),
                DatagramReceiver()
            )
        case .tcp:
            link = .stream(StreamConnection(try StreamSocket(connectingTo: server, options: streamOptions)))
        case .tls:
            let session = try TLSSession(
                connecting: try StreamSocket(connectingTo: server, options: streamOptions),
                context: try TLSClientContext(trust: .file(Certificates.shared.chain)),
                serverName: "relay.example"
            )
            link = .stream(StreamConnection(session))
        }
        core = TURNClient(
            configuration: TURNClientConfiguration(
                transport: transport,
                credential: try relay.credential(for: user)
            ),
            generator: SecureRandom(),
            at: relay.now
        )
    }

    /// The client's relayed address, once it has one.
    var relayed: Endpoint {
        get throws {
            guard let endpoint = grant?.relayed.first else { throw Unexpected("no allocation") }
            return endpoint
        }
    }

    /// Allocates.
    func open() throws {
        core.handle(.opened, at: relay.now)
        try pump("an allocation") { grant != nil || !failures.isEmpty }
        guard grant != nil else { throw Unexpected(failures.joined(separator: ", ")) }
    }

    /// Asks for a permission.
    func permit(_ address: IPAddress) throws {
        core.handle(.permit([address]), at: relay.now)
        try pump("a permission") { permitted.contains(address) }
    }

    /// Asks for a channel.
    func bind(_ peer: Endpoint) throws {
        core.handle(.bind(peer), at: relay.now)
        try pump("a channel") { bound.contains(peer) }
    }

    func send(_ bytes: [UInt8], to peer: Endpoint) throws {
        core.handle(.send(slab.packet(0, copying: bytes), to: peer), at: relay.now)
        try perform()
    }

    /// Lets the relay and this client take turns until `condition` holds.
    func pump(_ what: String, until condition: () -> Bool) throws {
        try relay.run(what) {
            try turn()
            return condition()
        }
    }

    /// Reads what has arrived and does what the core wants.
    func turn() throws {
        try perform()
        switch link {
        case .datagrams(let socket, let receiver):
            for index in 0..<receiver.receive(from: socket) {
                core.handle(.received(receiver.packet(index)), at: relay.now)
                try perform()
            }
        case .stream(let stream):
            try readStream(stream)
        }
    }

    private func readStream(_ stream: StreamConnection) throws {
        guard try stream.transport == .tls || stream.socket.finishConnecting() else { return }
        let whole = slab.packet(0, count: slab.capacity)
        let memory = UnsafeMutableRawBufferPointer(start: whole.base + whole.range.lowerBound, count: 65_535)
        while !isEnded {
            switch try stream.read(into: memory) {
            case .bytes(let count):
                core.handle(.received(slab.packet(0, count: count)), at: relay.now)
                try perform()
            case .wouldBlock:
                try stream.flush(at: relay.now)
                return
            case .endOfStream:
                isEnded = true
            }
        }
    }

    private func perform() throws {
        while let output = core.nextOutput() {
            switch output {
            case .request(let bytes):
                try transmit(requests.packet(0, copying: bytes))
            case .toServer(let packet): try transmit(packet)
            case .allocated(let grant): self.grant = grant
            case .permitted(let address): permitted.insert(address)
            case .bound(let peer, _): bound.insert(peer)
            case .received(let peer, let packet):
                received.append((peer, packet.copied))
            case .unreachable(let peer, let error): unreachable.append((peer, error))
            case .failed(let failure): failures.append("\(failure)")
            case .permissionFailed(_, let failure), .bindingFailed(_, let failure):
                failures.append("\(failure)")
            case .lost(let loss): failures.append("\(loss)")
            case .closed: break
            }
        }
    }

    private func transmit(_ packet: PacketBuffer) throws {
        switch link {
        case .datagrams(let socket, _): try socket.send(packet, to: server)
        case .stream(let stream):
            _ = stream.send(packet, isDroppable: false, at: relay.now)
            guard try stream.transport == .tls || stream.socket.finishConnecting() else { return }
            try stream.flush(at: relay.now)
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
