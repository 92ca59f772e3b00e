import EventLoop
import STUN
import SansIO
import TURN
import Testing

@testable import Relay

/// Connections that prove nothing are let go of in time, and nobody has too many.
@Suite(.serialized) struct ConnectionLimitTests {
    private func connect(_ relay: RelayUnderTest, port: UInt16) throws -> StreamSocket {
        let socket = try StreamSocket(connectingTo: Endpoint(RelayUnderTest.address, port))
        try relay.run("a connection") { try socket.finishConnecting() }
        relay.serve()
        return socket
    }

    private func isEnded(_ socket: StreamSocket) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            switch try? socket.read(into: buffer) {
            case .endOfStream, nil: true
            case .bytes, .wouldBlock: false
            }
        }
    }

    private func count(_ relay: RelayUnderTest) -> Int {
        relay.workers.reduce(0) { $0 + $1.connections.compactMap(\.self).count }
    }

    @Test func aConnectionThatSaysNothingIsEndedAfterTheHandshakeTimeout() throws {
        let relay = try RelayUnderTest()
        for port in [relay.port, relay.tlsPort] {
            let socket = try connect(relay, port: port)
            relay.advance(by: .seconds(9))
            #expect(!isEnded(socket))
            relay.advance(by: .seconds(2))
            #expect(isEnded(socket))
            #expect(count(relay) == 0)
        }
    }

    @Test func aClientWithoutAnAllocationIsEndedOneWithAnAllocationStays() throws {
        let relay = try RelayUnderTest()
        let client = try LoopbackClient(relay, over: .tcp)
        try client.open()
        let idle = try connect(relay, port: relay.port)
        var binding = BindingRequest(TransactionID(1, 2)).bytes
        let written = try binding.withUnsafeMutableBytes { try idle.write(UnsafeRawBufferPointer($0)) }
        #expect(written == binding.count)
        relay.serve()
        relay.advance(by: .seconds(29))
        #expect(count(relay) == 2)
        relay.advance(by: .seconds(2))
        #expect(count(relay) == 1)
        relay.advance(by: .seconds(300))
        #expect(count(relay) == 1)
    }

    @Test func aClientThatEndsItsOwnDirectionStillGetsTheAnswer() throws {
        let relay = try RelayUnderTest()
        let socket = try StreamSocket(connectingTo: Endpoint(RelayUnderTest.address, relay.port))
        let binding = BindingRequest(TransactionID(1, 2)).bytes
        _ = try binding.withUnsafeBytes { try socket.write($0) }
        socket.shutDownWriting()
        relay.serve()
        let answer = try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            try socket.read(into: buffer)
        }
        #expect(answer == .bytes(32))
    }

    @Test func aStreamThatIsNoSTUNIsEndedAtOnce() throws {
        let relay = try RelayUnderTest()
        let socket = try connect(relay, port: relay.port)
        let bytes = [UInt8](repeating: 0xFF, count: 8)
        _ = try bytes.withUnsafeBytes { try socket.write($0) }
        try relay.run("the end") { count(relay) == 0 || isEnded(socket) }
        #expect(count(relay) == 0 || isEnded(socket))
    }

    @Test func aSourceHasOnlySoManyConnections() throws {
        let relay = try RelayUnderTest { $0.limits.connectionsPerSource = 3 }
        var sockets: [StreamSocket] = []
        for _ in 0..<5 { sockets.append(try connect(relay, port: relay.port)) }
        #expect(count(relay) == 3)
        try relay.run("two are refused") { sockets.filter(isEnded).count == 2 }
        relay.advance(by: .seconds(11))
        #expect(count(relay) == 0)
        sockets.append(try connect(relay, port: relay.port))
        #expect(count(relay) == 1)
    }

    @Test func theAddressesOfOneIPv6NetworkAreOneSource() throws {
        let control = try RelayUnderTest { $0.limits.connectionsPerSource = 2 }.server.setups[0].control
        let addresses = (1...3).map { IPAddress(v6: 0x2001_0002_0000_0000, $0) }
        #expect(addresses.map(control.admitConnection) == [true, true, false])
        #expect(control.admitConnection(from: IPAddress(v6: 0x2001_0002_0000_0001, 1)))
        control.forgetConnection(from: addresses[0])
        #expect(control.admitConnection(from: addresses[2]))
    }

    @Test func aClosedConnectionEndsItsAllocation() throws {
        let relay = try RelayUnderTest { $0.workers = 1 }
        do {
            let client = try LoopbackClient(relay, over: .tls)
            try client.open()
            #expect(relay.workers.first?.server.allocationCount == 1)
        }
        try relay.run("the allocation ends") { relay.workers.first?.server.allocationCount == 0 }
        #expect(count(relay) == 0)
    }
}
