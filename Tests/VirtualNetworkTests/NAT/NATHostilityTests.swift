import SansIO
import Testing

@testable import VirtualNetwork

/// Nothing that arrives makes a NAT trap, share a port or forget its rules.
struct NATHostilityTests {
    private let memory = PacketMemory()

    /// Random flows of a few hosts and servers, with time passing and events between them.
    @Test(arguments: NATClassificationTests.cells)
    func noTwoMappingsShareAnEndpoint(behavior: NATBehavior) {
        var behavior = behavior
        behavior.dynamicPorts = 20_000...20_040
        var random = SeededRandom(seed: 4787)
        var limits = NATLimits.standard
        (limits.mappings, limits.sessions, limits.mappingsPerHost) = (60, 100, 40)
        var nat = NAT(behavior, externalAddresses: [.wan], limits: limits, seed: 5)
        var now = Instant(nanoseconds: 1)
        var createdByOutside = 0
        for step in 0..<2000 {
            now += .milliseconds(Int.random(in: 0...2000, using: &random))
            let flow = FlowKey(
                [IPProtocol.udp, .tcp, .icmp].randomElement(using: &random) ?? .udp,
                from: endpoint(&random),
                to: endpoint(&random)
            )
            let flags = TCPFlags(rawValue: .random(in: 0...31, using: &random))
            let (mappings, sessions) = (nat.mappingCount, nat.sessionCount)
            if Bool.random(using: &random) {
                _ = nat.outbound(flow, flags, at: now)
            } else {
                _ = nat.inbound(flow, flags, at: now)
                // A packet from outside may let old state expire, but creates none.
                if nat.mappingCount > mappings || nat.sessionCount > sessions { createdByOutside += 1 }
            }
            _ = try? nat.inboundError(quoting: flow, at: now)
            _ = try? nat.outboundError(quoting: flow, at: now)
            if step % 701 == 700 { nat.rebindPorts(at: now) }
            if step % 997 == 996 { nat.reboot(at: now) }
            if step % 20 == 0 { check(nat, within: limits) }
        }
        #expect(createdByOutside == 0)
        let drops = nat.drops
        #expect(drops[.noMapping] > 0 && drops[.malformed] > 0 && drops.total > drops[.noMapping])
    }

    private func check(_ nat: borrowing NAT, within limits: NATLimits) {
        let all = nat.allMappings
        let externals = Set(all.map { [$0.protocol.rawValue: $0.external] })
        let internals = Set(all.map(\.internalKey))
        let count = nat.mappingCount
        let sessions = nat.sessionCount
        #expect(all.count == count && externals.count == count && internals.count == count)
        #expect(count <= limits.mappings && sessions <= limits.sessions && sessions >= count)
    }

    private func endpoint(_ random: inout SeededRandom) -> Endpoint {
        let port: UInt16 = [0, 0, 7, 5000, 5001, 20_000, 20_001, 20_002].randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2: return .host(UInt8.random(in: 10...13, using: &random), port)
        case 3...5: return .server(UInt8.random(in: 1...3, using: &random), port)
        case 6: return Endpoint(IPAddress(v6: 1, 2), port)
        default: return Endpoint(.wan, .random(in: 20_000...20_040, using: &random))
        }
    }

    /// Mutated packets of the kernel, and of this NAT itself, in both directions.
    @Test(arguments: KernelPacket.allCases)
    func mutatedPacketsAreTranslatedOrDropped(_ sample: KernelPacket) throws {
        let bytes = try sample.bytes()
        var random = SeededRandom(seed: 5508)
        var nat = NAT(
            NATBehavior(filtering: .endpointIndependent, hairpin: .external),
            externalAddresses: [.wan],
            seed: 1
        )
        var firewall = Firewall(FirewallPolicy(filtering: .endpointIndependent), seed: 1)
        var now = Instant(nanoseconds: 1)
        var read = 0
        for _ in 0..<4000 {
            now += .milliseconds(10)
            let packet = mutated(bytes, for: nat, using: &random)
            guard let packet = try? IPPacket(reading: memory.reused(packet)) else { continue }
            read += 1
            let count = packet.buffer.count
            if Bool.random(using: &random) {
                _ = firewall.inspectOutbound(packet, at: now)
                _ = nat.translateOutbound(packet, at: now)
            } else {
                _ = nat.translateInbound(packet, at: now)
                _ = firewall.inspectInbound(packet, at: now)
            }
            let again = try IPPacket(reading: packet.buffer)
            #expect(again.buffer.count == count)
        }
        #expect(read > 500)
    }

    /// Changes some bytes, and lets addresses lead to mappings that there are.
    private func mutated(
        _ sample: [UInt8],
        for nat: borrowing NAT,
        using random: inout SeededRandom
    ) -> [UInt8] {
        var bytes = sample
        for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<min(bytes.count, 80), using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes.removeLast(Int.random(in: 0...min(8, bytes.count), using: &random))
            default: bytes[index] = [0, 1, 6, 17, 0xFF].randomElement(using: &random) ?? 0
            }
        }
        guard bytes.count >= 20, bytes[0] == 0x45 else { return bytes }
        if Bool.random(using: &random) { bytes.replaceSubrange(16..<20, with: IPAddress.wan.bytes) }
        if bytes.count >= 44, Bool.random(using: &random) {
            bytes.replaceSubrange(40..<44, with: IPAddress.wan.bytes)
        }
        bytes.replaceSubrange(2..<4, with: [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)])
        bytes.replaceSubrange(10..<12, with: [0, 0])
        var checksum = InternetChecksum()
        checksum.add(memory.reused(bytes), 0..<20)
        bytes.replaceSubrange(10..<12, with: [UInt8(checksum.value >> 8), UInt8(checksum.value & 0xFF)])
        return bytes
    }
}
