import SansIO
import Testing
import VirtualNetwork

/// Packets that do not fit, and those that have crossed too many routers.
struct NetworkSizeTests {
    private func narrow(_ mtu: LinkConditions.MTU) -> NetworkWiring.LinkPair {
        var conditions = LinkConditions()
        conditions.mtu = mtu
        return .init(both: conditions)
    }

    @Test func theSenderBehindANATIsToldAboutItsOwnPacket() throws {
        let world = try NetworkWorld(.twoHomes(link: narrow(.init(1300))))
        world.send(1, "192.168.1.2:5000", "198.18.0.10:3478", bytes: 1400)
        let told = world.takeArrivals().map { "\($0.device): \(world.describe($0.bytes))" }
        #expect(
            told == [
                "1: 198.18.1.1 > 192.168.1.2 packetTooBig(nextHopMTU: 1300) about "
                    + "192.168.1.2:5000 > 198.18.0.10:3478"
            ]
        )
    }

    @Test func theSenderOutsideIsToldByTheRouterInFrontOfTheLink() throws {
        let world = try NetworkWorld(.twoHomes(link: narrow(.init(1300))))
        _ = world.trace(1, "192.168.1.2:5000", "198.18.0.10:3478")
        world.send(0, "198.18.0.10:3478", "198.18.1.1:5000", bytes: 1400)
        let told = world.takeArrivals().map { "\($0.device): \(world.describe($0.bytes))" }
        #expect(
            told == [
                "0: 198.18.0.1 > 198.18.0.10 packetTooBig(nextHopMTU: 1300) about "
                    + "198.18.0.10:3478 > 198.18.1.1:5000"
            ]
        )
    }

    @Test func inSilenceNobodyIsTold() throws {
        let world = try NetworkWorld(.twoHomes(link: narrow(.init(1300, isReported: false))))
        world.send(1, "192.168.1.2:5000", "198.18.0.10:3478", bytes: 1400)
        #expect(world.takeArrivals().isEmpty)
        let dropped = world.network.fates(of: .router(0), .up).dropped(.tooBigInSilence)
        #expect(dropped == 1)
    }

    @Test func aPacketThatMayBeCutArrivesInPieces() throws {
        let world = try NetworkWorld(.twoHomes(link: narrow(.init(1000))))
        let memory = PacketMemory()
        let datagram = memory.packet([UInt8](repeating: 1, count: 1508))
        datagram.setUInt16(5000, at: 0)
        datagram.setUInt16(3478, at: 2)
        datagram.setUInt16(1508, at: 4)
        datagram.setUInt16(0, at: 6)
        let packet = IPPacket(
            enclosing: datagram,
            as: .udp,
            from: IPAddress(192, 168, 1, 2),
            to: IPAddress(198, 18, 0, 10),
            identification: 9,
            mayBeFragmented: true
        )
        world.put(packet, 1)
        let pieces = world.takeArrivals()
        #expect(pieces.map(\.bytes.count) == [996, 552])
        #expect(pieces.allSatisfy { $0.device == 0 })
        let held = world.network.packetCount
        #expect(held == 0)
    }

    @Test func theLastHopIsTold() throws {
        let world = try NetworkWorld(.twoHomes())
        let memory = PacketMemory()
        let datagram = memory.packet([0x13, 0x88, 0x0D, 0x96, 0, 8, 0, 0])
        let packet = IPPacket(
            enclosing: datagram,
            as: .udp,
            from: IPAddress(192, 168, 1, 2),
            to: IPAddress(198, 18, 0, 10),
            timeToLive: 1
        )
        world.put(packet, 1)
        let told = world.takeArrivals().map { "\($0.device): \(world.describe($0.bytes))" }
        #expect(
            told == [
                "1: 192.168.1.1 > 192.168.1.2 timeExceeded about 192.168.1.2:5000 > 198.18.0.10:3478"
            ]
        )
    }
}
