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
}
