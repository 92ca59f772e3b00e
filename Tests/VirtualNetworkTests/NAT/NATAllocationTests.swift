import AllocationCounting
import SansIO
import Testing
import VirtualNetwork

/// A packet of a known flow costs no heap allocation, through a firewall and a NAT and back.
///
/// Dropped packets are not counted here: the testing library keeps a backtrace of every error that is thrown.
struct NATAllocationTests {
    @Test(
        .enabled(
            if: allocation_counting_is_available(),
            "a sanitizer has an allocator of its own, so allocations can not be counted: run without one"
        ),
        arguments: NATClassificationTests.dependences
    )
    func aKnownFlowAllocatesNothing(filtering: EndpointDependence) {
        var nat = NAT(
            NATBehavior(filtering: filtering, ports: .random, hairpin: .external),
            externalAddresses: [.wan],
            seed: 1
        )
        var firewall = Firewall(FirewallPolicy(filtering: filtering), seed: 1)
        let slab = PacketSlab(slotCount: 1, capacity: 1500)
        var now = Instant(nanoseconds: 1)
        var passed = 0
        func round() {
            now.nanoseconds += 1_000_000
            let out = IPPacket(udp: slab.packet(0, count: 1200), from: .host(10, 5000), to: .server(1))
            guard firewall.inspectOutbound(out, at: now) == .passed,
                nat.translateOutbound(out, at: now) == .outside, let external = out.udp?.source
            else { return }
            let back = IPPacket(udp: slab.packet(0, count: 1200), from: .server(1), to: external)
            guard nat.translateInbound(back, at: now) == .inside,
                firewall.inspectInbound(back, at: now) == .passed
            else { return }
            passed += 1
        }
        round()
        allocation_counting_start()
        for _ in 0..<20_000 { round() }
        let allocations = allocation_counting_stop()
        #expect(passed == 20_001)
        #expect(allocations == 0)
    }

    /// Flows that come and go allocate nothing either once the tables have grown.
    @Test(.enabled(if: allocation_counting_is_available(), "as above"))
    func flowsThatComeAndGoAllocateNothing() {
        var nat = NAT(NATAlias.symmetric.behavior, externalAddresses: [.wan], seed: 1)
        var now = Instant(nanoseconds: 1)
        func flows(_ round: Int) {
            for server in 1..<201 {
                let flow = FlowKey(
                    .udp,
                    from: .host(10, UInt16(5000 + round % 7)),
                    to: .server(1, UInt16(server))
                )
                _ = nat.outbound(flow, at: now)
            }
            now.nanoseconds += 300_000_000_000
            nat.advance(to: now)
        }
        for round in 0..<3 { flows(round) }
        allocation_counting_start()
        for round in 0..<50 { flows(round) }
        let allocations = allocation_counting_stop()
        let left = nat.mappingCount
        #expect(left == 0)
        #expect(allocations == 0)
    }
}
