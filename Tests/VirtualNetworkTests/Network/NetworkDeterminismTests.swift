import AllocationCounting
import SansIO
import Testing
import VirtualNetwork

struct NetworkDeterminismTests {
    private func hardLink() -> NetworkWiring.LinkPair {
        var conditions = LinkConditions()
        conditions.delay = .milliseconds(15)
        conditions.jitter = .normal(.milliseconds(4))
        conditions.loss = .of(0.02)
        conditions.bursts = LossBursts(meanGood: .seconds(1), meanBad: .milliseconds(40))
        conditions.duplication = .of(0.01)
        conditions.reordering = .init(.of(0.01), extraDelay: .milliseconds(9))
        conditions.rate = .bitsPerSecond(4_000_000)
        conditions.queue = LinkQueue(.dropTail, bytes: 30_000)
        return .init(both: conditions)
    }

    /// 2,000 packets both ways; `step` is how late their owner looks, which must change nothing.
    private func run(seed: UInt64, lookingEvery step: Duration) throws -> (hash: UInt64, arrived: Int) {
        let world = try NetworkWorld(.twoHomes(link: hardLink()), seed: seed)
        var arrived = 0
        for index in 0..<2000 {
            world.send(1, "192.168.1.2:5000", "198.18.0.10:3478", bytes: 200 + index % 900)
            world.send(0, "198.18.0.10:3478", "198.18.1.1:5000", bytes: 60)
            var left = Duration.milliseconds(2)
            while left > .zero {
                let next = min(left, step)
                world.advance(by: next)
                left -= next
            }
            arrived += world.takeArrivals().count
        }
        world.advance(by: .seconds(5))
        let (hash, held) = (world.network.fateHash, world.network.packetCount)
        #expect(held == 0)
        return (hash, arrived + world.takeArrivals().count)
    }

    @Test func theSameSeedAndPacketsMeetTheSameFates() throws {
        let first = try run(seed: 7, lookingEvery: .milliseconds(2))
        for attempt in 0..<100 {
            let again = try run(seed: 7, lookingEvery: .microseconds(attempt.isMultiple(of: 2) ? 2000 : 700))
            #expect(again == first)
        }
        let other = try run(seed: 8, lookingEvery: .milliseconds(2))
        #expect(other.hash != first.hash)
    }

    @Test(
        .enabled(
            if: allocation_counting_is_available(),
            "a sanitizer has an allocator of its own, so allocations can not be counted: run without one"
        )
    )
    func packetsOfKnownFlowsCostNoAllocation() throws {
        var traffic = Traffic(
            network: try Network(.twoHomes(link: hardLink()), seed: 3, at: Instant(nanoseconds: 0))
        )
        traffic.run(1000)
        allocation_counting_start()
        traffic.run(5000)
        let allocations = allocation_counting_stop()
        let arrived = traffic.arrived
        #expect(arrived > 5000)
        #expect(allocations == 0)
    }

    /// A datagram of 900 bytes every 2 ms, from the home to the internet.
    private struct Traffic: ~Copyable {
        var network: Network
        let slab = PacketSlab(slotCount: 1, capacity: 1500)
        var now = Instant(nanoseconds: 1)
        var arrived = 0

        init(network: consuming Network) {
            self.network = network
        }

        mutating func run(_ count: Int) {
            for _ in 0..<count {
                now += .milliseconds(2)
                let packet = IPPacket(
                    udp: slab.packet(0, count: 900),
                    from: Endpoint(IPAddress(192, 168, 1, 2), 5000),
                    to: Endpoint(IPAddress(198, 18, 0, 10), 3478)
                )
                guard let handle = network.store(packet.buffer) else { continue }
                network.receive(handle, from: 1, at: now)
                while let delivery = network.nextDelivery() {
                    arrived += 1
                    network.release(delivery.packet)
                }
            }
        }
    }
}
