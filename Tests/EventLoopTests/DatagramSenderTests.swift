import EventLoop
import SansIO
import Testing

struct DatagramSenderTests {
    private static let loopbacks: [IPAddress] = [.loopbackV4, .loopbackV6]

    /// Everything that waits at `socket`.
    private func receiveAll(_ socket: UDPSocket, _ receiver: DatagramReceiver) throws -> [[UInt8]] {
        var packets: [[UInt8]] = []
        guard try becomesReady(socket.fileDescriptor) else { return packets }
        while true {
            let count = receiver.receive(from: socket)
            if count == 0 { return packets }
            for index in 0..<count { packets.append(receiver.packet(index).array) }
        }
    }

    @Test(arguments: loopbacks, [true, false]) func batchesArriveWholeInOrderWithTheirSource(
        address: IPAddress,
        usesSegmentation: Bool
    ) throws {
        let socket = try UDPSocket(bindingTo: Endpoint(address, 0))
        let target = try UDPSocket(bindingTo: Endpoint(address, 0))
        let sender = DatagramSender(usesSegmentation: usesSegmentation)
        // Runs of equal sizes, a shorter one that ends a run, greater ones, an empty one.
        let sizes = [100, 100, 100, 40, 100, 200, 200, 0, 1, 1, 9_000, 8_999, 9_000]
        let packets = sizes.enumerated().map { index, size in
            TestPacket((0..<size).map { UInt8(truncatingIfNeeded: $0 + index) })
        }
        for packet in packets { sender.append(packet.packet, to: target.localEndpoint, through: socket) }
        #expect(sender.pendingCount == sizes.count)
        sender.flush()
        #expect(sender.pendingCount == 0)
        #expect(sender.counts.sent == UInt64(sizes.count))

        let receiver = DatagramReceiver(slotCount: 4)
        var received: [[UInt8]] = []
        #expect(try becomesReady(target.fileDescriptor))
        while true {
            let count = receiver.receive(from: target)
            if count == 0 { break }
            for index in 0..<count {
                received.append(receiver.packet(index).array)
                #expect(receiver.source(index) == socket.localEndpoint)
                #expect(receiver.packet(index).range.lowerBound == PacketBuffer.headroom)
            }
        }
        #expect(received == packets.map(\.packet.array))
    }

    @Test func packetsOfManySocketsLeaveThroughTheirOwn() throws {
        let sockets = try (0..<3).map { _ in try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0)) }
        let target = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        let sender = DatagramSender(capacity: 4)
        let packets = (0..<10).map { TestPacket([UInt8($0)]) }
        for (index, packet) in packets.enumerated() {
            sender.append(packet.packet, to: target.localEndpoint, through: sockets[index % 3])
        }
        sender.flush()
        let receiver = DatagramReceiver()
        #expect(try becomesReady(target.fileDescriptor))
        #expect(receiver.receive(from: target) == 10)
        for index in 0..<10 {
            #expect(receiver.packet(index).array == [UInt8(index)])
            #expect(receiver.source(index) == sockets[index % 3].localEndpoint)
        }
    }

    @Test func aClosedPortCostsNoOtherPacket() throws {
        var options = UDPSocket.Options()
        options.reportsErrors = true
        let socket = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0), options: options)
        let closed = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0)).localEndpoint
        let target = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        let sender = DatagramSender()
        let packets = (0..<40).map { TestPacket([UInt8($0)]) }
        for packet in packets {
            sender.append(packet.packet, to: closed, through: socket)
            sender.append(packet.packet, to: target.localEndpoint, through: socket)
        }
        sender.flush()
        #expect(try receiveAll(target, DatagramReceiver()) == packets.map(\.packet.array))
        #expect(sender.counts.sent == 80)
    }

    @Test func aDatagramThatUDPCannotCarryIsCountedAndTheNextLeaves() throws {
        let socket = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        let target = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        let sender = DatagramSender()
        let huge = TestPacket([UInt8](repeating: 0, count: 65_600))
        let small = TestPacket([5])
        sender.append(huge.packet, to: target.localEndpoint, through: socket, dontFragment: true)
        sender.append(small.packet, to: target.localEndpoint, through: socket)
        sender.flush()
        #expect(sender.counts.tooBig == 1)
        #expect(sender.counts.sent == 1)
        #expect(try receiveAll(target, DatagramReceiver()) == [[5]])
    }
}
