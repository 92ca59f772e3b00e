import AllocationCounting
import SansIO
import Testing

@testable import VirtualNetwork

/// A packet that crosses a link, a router and a NAT's rewriting costs no heap allocation.
struct LinkAllocationTests {
    private static let available = allocation_counting_is_available()

    private let rough: LinkConditions

    init() throws {
        let trace = try DeliveryTrace(milliseconds: Array(1...1000))
        rough = .with {
            $0.delay = .milliseconds(40)
            $0.jitter = .normal(.milliseconds(5))
            $0.loss = .of(0.02)
            $0.bursts = LossBursts(meanGood: .milliseconds(300), meanBad: .milliseconds(20))
            $0.duplication = .of(0.01)
            $0.reordering = .init(.of(0.02), extraDelay: .milliseconds(8))
            $0.mtu = .init(1400)
            $0.rate = .trace(trace)
            $0.queue = LinkQueue(.coDel, bytes: 100_000, wait: .milliseconds(80))
        }
    }

    /// Sends copies of a packet through a link and its store, and tells how many came out.
    private struct Traffic: ~Copyable {
        var link: Link
        var store = PacketStore(capacity: 512, packetCapacity: 1500)
        let packet: PacketBuffer
        let endpoints: (Endpoint, Endpoint)
        var time = 0

        mutating func run(_ count: Int) throws(PacketFault) -> Int {
            var arrived = 0
            for index in 0..<count {
                time += 900_000
                let now = LinkBench.instant(time)
                if let handle = store.store(packet),
                    link.offer(handle, bytes: packet.count, .up, at: now) != .accepted
                {
                    store.release(handle)
                }
                while let output = link.next(at: now) {
                    switch output.output {
                    case .dropped(let handle, _): store.release(handle)
                    case .delivered(let handle, _, let comesAgain):
                        let copy = comesAgain ? store.copy(handle) : handle
                        guard let copy else { continue }
                        let packet = try IPPacket(reading: store[copy])
                        packet.rewriteSource(to: index % 2 == 0 ? endpoints.0 : endpoints.1)
                        if packet.flow != nil, packet.crossRouter() == .goesOn { arrived += 1 }
                        store.release(copy)
                    }
                }
            }
            return arrived
        }
    }

    @Test(
        .enabled(if: available, "a sanitizer has an allocator of its own: run without one"),
        arguments: [KernelPacket.firstFragmentV4, .tcpV6]
    )
    func aPacketAllocatesNothing(_ sample: KernelPacket) throws {
        let memory = PacketMemory()
        let near = try #require(Endpoint(sample.family == .v4 ? "198.18.0.1:9" : "[2001:2::1]:9"))
        var far = near
        far.port = 77
        var traffic = Traffic(
            link: Link(up: rough, down: rough, seed: 1, link: 1, capacity: 400, at: LinkBench.start),
            packet: memory.packet(try sample.bytes()),
            endpoints: (near, far)
        )
        #expect(try traffic.run(1000) > 500)
        allocation_counting_start()
        let arrived = try traffic.run(100_000)
        let allocations = allocation_counting_stop()
        #expect(allocations == 0)
        #expect(arrived > 50_000)
        let left = traffic.store.count
        let held = traffic.link.up.heldCount
        #expect(left <= held)
    }
}
