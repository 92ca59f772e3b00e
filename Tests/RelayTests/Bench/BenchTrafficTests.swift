import EventLoop
import SansIO
import Testing

@testable import Relay

/// What the generator notices: packets that it should not have got are shown to it.
@Suite final class BenchTrafficTests {
    private static let tag: UInt32 = 5
    private let session: BenchSession
    private let traffic: BenchTraffic
    private let slab = PacketSlab(slotCount: 1, capacity: 1500)

    init() throws {
        var plan = BenchPlan(
            server: Endpoint(RelayUnderTest.address, 9),
            clientAddress: RelayUnderTest.address,
            peerAddress: RelayUnderTest.peerAddress
        )
        plan.mode = .direct
        plan.clients = 2
        plan.payloadLength = 100
        session = try BenchSession(plan, secret: nil, bindPeer: nil)
        try session.openSockets()
        traffic = BenchTraffic(session, tag: Self.tag)
    }

    /// A packet of client 0, on its way up, at its peer.
    private func show(
        _ sequence: UInt64,
        tag: UInt32 = BenchTrafficTests.tag,
        flow: Int = 0,
        isUp: Bool = true,
        from source: Endpoint? = nil,
        damage: Int? = nil
    ) {
        let client = session.clients[0]
        let packet = slab.packet(0, count: 100)
        BenchPayload(tag: tag, flow: flow, isUp: isUp, sequence: sequence, sentAt: session.port.now)
            .write(to: packet)
        if let damage { packet[damage] ^= 1 }
        traffic.take(client, true, source ?? client.relayed, packet)
    }

    @Test func countsWhatIsAsItShouldBe() {
        for sequence in 0..<3 { show(UInt64(sequence)) }
        #expect(traffic.counts == BenchCounts(received: 3))
        #expect(traffic.counts.isClean)
    }

    @Test func countsDuplicatesApart() {
        for sequence in [0, 1, 1, 0] { show(UInt64(sequence)) }
        #expect(traffic.counts == BenchCounts(received: 2, duplicates: 2))
        #expect(!traffic.counts.isClean)
    }

    @Test func countsOvertakenPacketsAsReceived() {
        for sequence in [0, 2, 1] { show(UInt64(sequence)) }
        #expect(traffic.counts == BenchCounts(received: 3, reordered: 1))
    }

    @Test func noticesAChangedByte() {
        show(0, damage: 99)
        #expect(traffic.counts == BenchCounts(corrupt: 1))
    }

    @Test func noticesAPacketOfAnotherRun() {
        show(0, tag: 6)
        #expect(traffic.counts == BenchCounts(corrupt: 1))
    }

    @Test func noticesAnotherFlowsPacket() {
        show(0, flow: 1)
        #expect(traffic.counts == BenchCounts(misrouted: 1))
    }

    @Test func noticesAPacketOfTheOtherDirection() {
        show(0, isUp: false)
        #expect(traffic.counts == BenchCounts(misrouted: 1))
    }

    @Test func noticesAnotherSource() {
        show(0, from: session.clients[1].relayed)
        #expect(traffic.counts == BenchCounts(misrouted: 1))
    }
}
