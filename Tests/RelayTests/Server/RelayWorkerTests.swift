import EventLoop
import STUN
import SansIO
import TURN
import Testing
import YAML

@testable import Relay

/// A worker over real sockets; the rules of the protocol are tested with the core alone.
@Suite(.serialized) struct RelayWorkerTests {
    @Test(arguments: TransportProtocol.allCases)
    func relaysBothWays(_ transport: TransportProtocol) throws {
        let relay = try RelayUnderTest()
        let client = try LoopbackClient(relay, over: transport)
        let peer = try LoopbackPeer()
        try client.open()
        try client.permit(peer.endpoint.address)
        for isBound in [false, true] {
            if isBound { try client.bind(peer.endpoint) }
            for length in [0, 1, 2, 3, 4, 1200] {
                let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
                try client.send(bytes, to: peer.endpoint)
                var arrived: [(source: Endpoint, bytes: [UInt8])] = []
                try client.pump("\(length) bytes at the peer") {
                    arrived += peer.receive()
                    return !arrived.isEmpty
                }
                #expect(arrived.first?.bytes == bytes)
                #expect(try arrived.first?.source == client.relayed)
                try peer.send(bytes, to: try client.relayed)
                let before = client.received.count
                try client.pump("\(length) bytes at the client") { client.received.count > before }
                #expect(client.received.last?.bytes == bytes)
                #expect(client.received.last?.peer == peer.endpoint)
            }
        }
    }

    /// What a key frame looks like: coturn 4.17.1 loses a sixth of it towards TCP.
    @Test(arguments: TransportProtocol.allCases)
    func aBurstOf250DatagramsArrivesWhole(_ transport: TransportProtocol) throws {
        let relay = try RelayUnderTest()
        let client = try LoopbackClient(relay, over: transport)
        let peer = try LoopbackPeer()
        try client.open()
        try client.bind(peer.endpoint)
        for round in 0..<4 {
            for number in 0..<250 {
                var bytes = [UInt8](repeating: UInt8(round), count: 1200)
                bytes[0] = UInt8(number)
                try peer.send(bytes, to: try client.relayed)
            }
            try client.pump("the burst") { client.received.count >= 250 * (round + 1) }
        }
        let numbers = client.received.map { $0.bytes.first }
        #expect(numbers == (0..<4).flatMap { _ in (0..<250).map { UInt8($0) } })
        #expect(client.received.allSatisfy { $0.bytes.count == 1200 })
    }

    @Test(arguments: [TransportProtocol.tcp, .tls])
    func aClientThatDoesNotReadLosesTheOldestPackets(_ transport: TransportProtocol) throws {
        let relay = try RelayUnderTest {
            $0.limits.clientQueueBytes = ByteCount(bytes: 64 * 1024)
            $0.limits.clientQueueDelay = .seconds(3600)
            $0.limits.bandwidthPerAllocation = nil
        }
        var options = StreamSocket.Options()
        options.receiveBuffer = 4096
        let client = try LoopbackClient(relay, over: transport, streamOptions: options)
        let peer = try LoopbackPeer()
        try client.open()
        try client.bind(peer.endpoint)
        let sent = 2000
        for number in 0..<sent {
            var bytes = [UInt8](repeating: 0, count: 1200)
            bytes[0] = UInt8(truncatingIfNeeded: number >> 8)
            bytes[1] = UInt8(truncatingIfNeeded: number)
            try peer.send(bytes, to: try client.relayed)
            relay.serve()
        }
        let queued =
            relay.workers.flatMap(\.connections).compactMap { $0?.stream?.queuedByteCount }.max() ?? 0
        #expect(queued <= 64 * 1024 + StreamQueue.stageSize)
        func number(_ bytes: [UInt8]) -> Int { Int(bytes[0]) << 8 | Int(bytes[1]) }
        try client.pump("the newest packet") {
            client.received.last.map { number($0.bytes) } == sent - 1
        }
        let numbers = client.received.map { number($0.bytes) }
        #expect(numbers == numbers.sorted())
        #expect(numbers.count < sent)
        let drops = relay.workers.flatMap(\.connections).compactMap { $0?.stream?.drops.byBytes }.reduce(0, +)
        #expect(Int(drops) == sent - numbers.count)
    }

    @Test func anUnreachablePeerIsToldAndEndsNothing() throws {
        let relay = try RelayUnderTest()
        let client = try LoopbackClient(relay, over: .udp)
        let closed = try LoopbackPeer().endpoint
        try client.open()
        try client.permit(closed.address)
        try client.send([1, 2, 3], to: closed)
        try client.pump("the ICMP error") { !client.unreachable.isEmpty }
        #expect(client.unreachable.first?.peer == closed)
        #expect(client.unreachable.first?.error == ICMPError(type: 3, code: 3))
        let peer = try LoopbackPeer()
        try client.send([4], to: peer.endpoint)
        var arrived = 0
        try client.pump("a packet to another peer") {
            arrived += peer.receive().count
            return arrived > 0
        }
        #expect(client.failures.isEmpty)
    }

    @Test func tlsIsSpokenOnThePlainPortToo() throws {
        let relay = try RelayUnderTest()
        let server = Endpoint(RelayUnderTest.address, relay.port)
        let session = try TLSSession(
            connecting: try StreamSocket(connectingTo: server),
            context: try TLSClientContext(trust: .file(relay.certificateFile)),
            serverName: "relay.example"
        )
        try relay.run("a handshake") { try session.handshake() == .done }
        #expect(session.isEstablished)
    }

    @Test func clientsOfTwoWorkersReachEachOther() throws {
        let relay = try RelayUnderTest {
            $0.workers = 2
            $0.limits.allocationsPerUser = 64
        }
        let first = try LoopbackClient(relay, over: .udp)
        try first.open()
        // The kernel spreads clients by their ports: open some until one is another worker's.
        var second = first
        var opened: [LoopbackClient] = []
        while relay.workers.contains(where: { $0.server.allocationCount == 0 }) {
            try #require(opened.count < 40)
            second = try LoopbackClient(relay, over: .udp)
            opened.append(second)
            try second.open()
        }
        try relayToRelay(first, second)
    }

    @Test func clientsOfOneWorkerReachEachOther() throws {
        let relay = try RelayUnderTest { $0.workers = 1 }
        let first = try LoopbackClient(relay, over: .udp)
        let second = try LoopbackClient(relay, over: .tcp)
        try first.open()
        try second.open()
        try relayToRelay(first, second)
    }

    @Test(arguments: [1, 2])
    func behindA1To1NATTheyDoByTheAdvertisedAddress(_ workers: Int) throws {
        let advertised = try #require(IPAddress("203.0.113.7"))
        let relay = try RelayUnderTest {
            $0.workers = workers
            $0.limits.allocationsPerUser = 64
            $0.externalAddresses = [ExternalAddress(advertised: advertised)]
        }
        let first = try LoopbackClient(relay, over: .udp)
        try first.open()
        var second = try LoopbackClient(relay, over: .udp)
        try second.open()
        var opened = [second]
        while relay.workers.contains(where: { $0.server.allocationCount == 0 }) {
            try #require(opened.count < 40)
            second = try LoopbackClient(relay, over: .udp)
            opened.append(second)
            try second.open()
        }
        #expect(try first.relayed.address == advertised)
        try relayToRelay(first, second)
    }

    private func relayToRelay(_ first: LoopbackClient, _ second: LoopbackClient) throws {
        try first.permit(try second.relayed.address)
        try second.permit(try first.relayed.address)
        try first.send([1, 2, 3], to: try second.relayed)
        try second.pump("a packet from relay to relay") { !second.received.isEmpty }
        #expect(second.received.first?.bytes == [1, 2, 3])
        #expect(try second.received.first?.peer == first.relayed)
        try first.bind(try second.relayed)
        try second.bind(try first.relayed)
        try second.send([4, 5], to: try first.relayed)
        try first.pump("the answer") { !first.received.isEmpty }
        #expect(first.received.first?.bytes == [4, 5])
        #expect(try first.received.first?.peer == second.relayed)
    }
}
