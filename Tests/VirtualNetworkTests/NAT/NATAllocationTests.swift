import AllocationCounting
import SansIO
import Testing
import VirtualNetwork

/// A packet of a known flow costs no heap allocation, through a firewall and a NAT and back.
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
            now += .milliseconds(1)
            let out = IPPacket(udp: slab.packet(0, count: 1200), from: .host(10, 5000), to: .server(1))
            guard firewall.inspectOutbound(out, at: now) == .passed,
                nat.translateOutbound(out, at: now) == .outside, let external = out.udp?.source
            else { return }
            let back = IPPacket(udp: slab.packet(0, count: 1200), from: .server(1), to: external)
            guard nat.translateInbound(back, at: now) == .inside,
                firewall.inspectInbound(back, at: now) == .passed
            else { return }
            let stray = IPPacket(udp: slab.packet(0, count: 1200), from: .server(2), to: Endpoint(.wan, 9))
            if nat.translateInbound(stray, at: now) == .dropped(.noMapping) { passed += 1 }
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
        func flows(_ round: UInt16) {
            for server in UInt16(1)...200 {
                let flow = FlowKey(.udp, from: .host(10, 5000 + round % 7), to: .server(1, server))
                _ = nat.outbound(flow, at: now)
            }
            now += .seconds(300)
            nat.advance(to: now)
        }
        for round in UInt16(0)..<3 { flows(round) }
        allocation_counting_start()
        for round in UInt16(0)..<50 { flows(round) }
        let allocations = allocation_counting_stop()
        let left = nat.mappingCount
        #expect(left == 0)
        #expect(allocations == 0)
    }
}
