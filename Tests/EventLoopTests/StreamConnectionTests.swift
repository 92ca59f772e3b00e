import EventLoop
import SansIO
import Testing

struct StreamConnectionTests {
    private static let transports: [TransportProtocol] = [.tcp, .tls]

    /// A server with the least buffers the kernel allows and a client that has not read yet.
    private func slowPair(
        _ transport: TransportProtocol,
        _ limits: StreamQueue.Limits
    ) throws -> (server: StreamConnection, client: StreamConnection) {
        var options = StreamSocket.Options()
        options.sendBuffer = 1
        options.receiveBuffer = 1
        guard transport == .tls else {
            let pair = try StreamPair(serverOptions: options, clientOptions: options)
            return (StreamConnection(pair.server, limits: limits), StreamConnection(pair.client))
        }
        let pair = try TLSPair(serverOptions: options, clientOptions: options)
        try pair.shakeHands()
        return (StreamConnection(pair.server, limits: limits), StreamConnection(pair.client))
    }

    /// Reads until nothing more can come, the server writing all the while.
    private func readEverything(
        _ server: StreamConnection,
        _ client: StreamConnection,
        at now: Instant
    ) throws -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 3_000, alignment: 1)
        defer { buffer.deallocate() }
        let poller = try Poller()
        try poller.add(client.socket.fileDescriptor, token: 0, interest: .read)
        let deadline = MonotonicClock.now() + .seconds(20)
        var bytes: [UInt8] = []
        try server.close(at: now)
        while true {
            switch try client.read(into: buffer) {
            case .bytes(let count):
                bytes += buffer[..<count]
            case .wouldBlock:
                try server.flush(at: now)
                try poller.modify(client.socket.fileDescriptor, token: 0, interest: client.interest)
                guard try poller.wait(until: deadline) > 0 else { throw StreamPair.NotConnected() }
            case .endOfStream:
                return bytes
            }
            try server.flush(at: now)
        }
    }

    @Test(arguments: transports) func aSlowReaderGetsWholePacketsInOrderAndTheNewest(
        transport: TransportProtocol
    ) throws {
        let limits = StreamQueue.Limits(byteCount: 50_000, age: .milliseconds(200))
        let (server, client) = try slowPair(transport, limits)
        var random = SeededRandom(seed: 7)
        var now = Instant(nanoseconds: 1)
        var frames = NumberedFrames()
        var capacity = 0
        let count = 3_000
        for number in 0..<count {
            let isDroppable = number % 100 != 50
            let words = Int.random(in: 2...(isDroppable ? 300 : 30), using: &random)
            let frame = frames.make(number, isDroppable: isDroppable, words)
            #expect(server.send(frame, isDroppable: isDroppable, at: now) == .queued)
            if number % 5 == 0 { try server.flush(at: now) }
            if number % 10 == 0 { now += .milliseconds(2) }
            capacity = max(capacity, server.queueCapacity)
        }
        #expect(capacity < 200_000)
        #expect(server.drops.byBytes > 0)
        #expect(server.interest == [.read, .write])

        let received = try NumberedFrames.parse(readEverything(server, client, at: now))
        let numbers = received.map(\.number)
        #expect(numbers == numbers.sorted())
        #expect(numbers.last == count - 1)
        let dropped = server.drops.byBytes + server.drops.byAge
        #expect(numbers.count + Int(dropped) == count)
        #expect(received.filter { !$0.isDroppable }.count == count / 100)
        #expect(server.isFinished)
        #expect(server.queuedByteCount == 0)
    }

    @Test(arguments: transports) func aClientThatAsksAndNeverReadsOverflows(
        transport: TransportProtocol
    ) throws {
        let (server, client) = try slowPair(transport, StreamQueue.Limits())
        let reply = TestPacket([UInt8](repeating: 1, count: 100))
        let now = Instant(nanoseconds: 1)
        var admission = StreamQueue.Admission.queued
        var count = 0
        while admission == .queued, count < 100_000 {
            admission = server.send(reply.packet, isDroppable: false, at: now)
            try server.flush(at: now)
            count += 1
        }
        #expect(admission == .overflow)
        #expect(server.queueCapacity < 100_000)
        #expect(client.isOpen)
    }

    @Test(arguments: transports) func aBurstWithinTheBoundLosesNothing(transport: TransportProtocol) throws {
        let (server, client) = try slowPair(transport, StreamQueue.Limits())
        var frames = NumberedFrames()
        let now = Instant(nanoseconds: 1)
        for number in 0..<250 {
            let frame = frames.make(number, isDroppable: true, 301)
            #expect(server.send(frame, isDroppable: true, at: now) == .queued)
        }
        let received = try NumberedFrames.parse(readEverything(server, client, at: now))
        #expect(received.map(\.number) == Array(0..<250))
        #expect(server.drops == StreamQueue.Drops())
    }

    @Test func makesTheHandshakeByReadAndFlush() throws {
        let pair = try TLSPair()
        let (server, client) = (StreamConnection(pair.server), StreamConnection(pair.client))
        let now = Instant(nanoseconds: 1)
        let hello = TestPacket([4, 5, 6, 7])
        _ = client.send(hello.packet, isDroppable: false, at: now)
        #expect(!client.isOpen)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
        defer { buffer.deallocate() }
        let poller = try Poller()
        for (index, connection) in [server, client].enumerated() {
            try poller.add(
                connection.socket.fileDescriptor,
                token: UInt64(index),
                interest: connection.interest
            )
        }
        let deadline = MonotonicClock.now() + .seconds(10)
        var outcome = StreamRead.wouldBlock
        while outcome == .wouldBlock {
            _ = try client.read(into: buffer)
            try client.flush(at: now)
            outcome = try server.read(into: buffer)
            try server.flush(at: now)
            for (index, connection) in [server, client].enumerated() {
                let descriptor = connection.socket.fileDescriptor
                try poller.modify(descriptor, token: UInt64(index), interest: connection.interest)
            }
            if outcome == .wouldBlock, try poller.wait(until: deadline) == 0 { break }
        }
        #expect(outcome == .bytes(4))
        #expect(Array(buffer[..<4]) == [4, 5, 6, 7])
        #expect(client.isOpen && server.isOpen)
    }
}
