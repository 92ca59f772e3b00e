import EventLoop
import SansIO
import Testing

struct DatagramReceiverTests {
    @Test func aTruncatedDatagramIsCountedAndLeftOut() throws {
        let socket = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        let target = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        let sizes = [10, 101, 100, 5_000, 3]
        for size in sizes {
            let packet = TestPacket([UInt8](repeating: UInt8(truncatingIfNeeded: size), count: size))
            try socket.send(packet.packet, to: target.localEndpoint)
        }
        let receiver = DatagramReceiver(slotCount: 8, capacity: 100)
        #expect(try becomesReady(target.fileDescriptor))
        #expect(receiver.receive(from: target) == 3)
        #expect((0..<3).map { receiver.packet($0).count } == [10, 100, 3])
        #expect(receiver.truncatedCount == 2)
    }

    @Test func givesNothingWhenNothingWaits() throws {
        let socket = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        #expect(DatagramReceiver().receive(from: socket) == 0)
    }

    @Test func keepsWhatItHasUntilItIsReset() throws {
        let sender = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        let targets = [
            try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0)),
            try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0)),
        ]
        for (number, target) in targets.enumerated() {
            for value in 0..<3 {
                let packet = TestPacket([UInt8(number * 10 + value)])
                try sender.send(packet.packet, to: target.localEndpoint)
            }
        }
        let receiver = DatagramReceiver(slotCount: 5, capacity: 100)
        for target in targets { #expect(try becomesReady(target.fileDescriptor)) }
        #expect(receiver.receiveMore(from: targets[0]) == 3)
        #expect(!receiver.mayHoldMore)
        #expect(receiver.freeSlotCount == 2)
        #expect(receiver.receiveMore(from: targets[1]) == 2)
        #expect(receiver.mayHoldMore)
        #expect(receiver.receiveMore(from: targets[1]) == 0)
        #expect((0..<receiver.packetCount).map { receiver.packet($0)[0] } == [0, 1, 2, 10, 11])
        receiver.reset()
        #expect(receiver.receiveMore(from: targets[1]) == 1)
        #expect(receiver.packet(0)[0] == 12)
    }

    /// A socket that coalesces, and packets of these sizes for it that leave as one.
    private func coalesced(_ sizes: [Int]) throws -> (target: UDPSocket, sender: UDPSocket, bytes: [[UInt8]])
    {
        var options = UDPSocket.Options()
        options.coalesces = true
        let target = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0), options: options)
        let socket = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        let bytes = sizes.enumerated().map { number, size in
            [UInt8](repeating: UInt8(number + 1), count: size)
        }
        let packets = bytes.map { TestPacket($0) }
        let batch = DatagramSender()
        for packet in packets { batch.append(packet.packet, to: target.localEndpoint, through: socket) }
        withExtendedLifetime(packets) { batch.flush() }
        #expect(batch.counts.sent == UInt64(sizes.count))
        #expect(try becomesReady(target.fileDescriptor))
        return (target, socket, bytes)
    }

    @Test func takesCoalescedDatagramsApart() throws {
        let (target, sender, bytes) = try coalesced([100, 100, 100, 60])
        let receiver = DatagramReceiver(slotCount: 1, capacity: 65_535, copyCount: 8)
        // One slot: they can only have come as one.
        #expect(receiver.receive(from: target) == 4)
        let packets = (0..<4).map { receiver.packet($0) }
        #expect(packets.map(\.copied) == bytes)
        #expect((0..<4).allSatisfy { receiver.source($0) == sender.localEndpoint })
        #expect(receiver.freeCopyCount == 4)
    }

    @Test func givesEachCoalescedDatagramRoomForHeaders() throws {
        let (target, _, bytes) = try coalesced([100, 100, 100])
        let receiver = DatagramReceiver(slotCount: 1, capacity: 65_535, copyCount: 3)
        #expect(receiver.receive(from: target) == 3)
        let packets = (0..<3).map { receiver.packet($0) }
        for packet in packets {
            let longer = packet.extendedFront(by: PacketBuffer.headroom).extendedBack(
                by: PacketBuffer.tailroom
            )
            for offset in 0..<PacketBuffer.headroom { longer[offset] = 0xFF }
            for offset in longer.count - PacketBuffer.tailroom..<longer.count { longer[offset] = 0xFF }
        }
        #expect(packets.map(\.copied) == bytes)
    }

    @Test func usesCopiesAnewWhenThereIsNoneLeft() throws {
        let (target, _, bytes) = try coalesced([100, 100, 100])
        let receiver = DatagramReceiver(slotCount: 1, capacity: 65_535, copyCount: 2)
        #expect(receiver.receive(from: target) == 3)
        let first = receiver.packet(0)
        _ = receiver.packet(1)
        #expect(receiver.freeCopyCount == 0)
        #expect(first.copied == bytes[0])
        let third = receiver.packet(2)
        #expect(third.copied == bytes[2])
        #expect(first.copied == bytes[2])
    }

    @Test func countsCoalescedDatagramsThatAreTooLongToBeCopied() throws {
        let (target, _, _) = try coalesced([9_001, 9_001, 5])
        let receiver = DatagramReceiver(slotCount: 1, capacity: 65_535, copyCount: 8)
        #expect(receiver.receive(from: target) == 0)
        #expect(receiver.truncatedCount == 3)
    }
}
