import FuzzDriver
import SansIO
import VirtualNetwork

/// Sends packets through a firewall and a NAT, both ways, with time and events between them.
///
/// The first byte chooses the behaviour. Then every packet has two bytes in front of it: what is done with it
/// and how long it is. No two mappings may share an endpoint, packets from outside create nothing, and what was
/// readable stays readable.
@main
struct FuzzNAT {
    private static let wan = IPAddress(198, 18, 7, 1)

    static func main() {
        Fuzzer.run { start, count in
            FuzzNAT.play(Fuzzer.bytes(start, count))
            return 0
        }
    }

    private static func play(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        var nat = NAT(behavior(choice), externalAddresses: [wan], limits: limits, seed: 1)
        var firewall = Firewall(FirewallPolicy(filtering: nat.behavior.filtering), sessionLimit: 20, seed: 1)
        let slab = PacketSlab(slotCount: 1, capacity: 256)
        var now = Instant(nanoseconds: 1)
        var rest = bytes[1...]
        while rest.count >= 2 {
            let (action, length) = (rest[rest.startIndex], Int(rest[rest.startIndex + 1]))
            rest = rest.dropFirst(2)
            let buffer = slab.packet(0, copying: rest.prefix(length))
            rest = rest.dropFirst(length)
            now += .milliseconds(Int(action & 0xF0) * 100)
            if action & 0x0E == 0x0E { nat.rebindPorts(at: now) }
            repairHeader(buffer)
            guard let packet = try? IPPacket(reading: buffer) else { continue }
            if action & 1 == 0 {
                if firewall.inspectOutbound(packet, at: now) == .passed {
                    _ = nat.translateOutbound(packet, at: now)
                }
            } else {
                nat.advance(to: now)
                let (mappings, sessions) = (nat.mappingCount, nat.sessionCount)
                if nat.translateInbound(packet, at: now) == .inside {
                    _ = firewall.inspectInbound(packet, at: now)
                }
                precondition(nat.mappingCount == mappings && nat.sessionCount == sessions)
            }
            guard (try? IPPacket(reading: packet.buffer)) != nil else { fatalError("no packet any more") }
            check(nat)
        }
    }

    private static var limits: NATLimits {
        var limits = NATLimits()
        (limits.mappings, limits.sessions, limits.fragmentedPackets) = (10, 20, 4)
        return limits
    }

    private static func behavior(_ choice: UInt8) -> NATBehavior {
        let dependences = EndpointDependence.allCases
        return NATBehavior(
            mapping: dependences[Int(choice) % 3],
            filtering: dependences[Int(choice) / 3 % 3],
            ports: PortAssignment.allCases[Int(choice) / 9 % 4],
            hairpin: Hairpinning.allCases[Int(choice) / 36 % 3],
            refresh: MappingRefresh.allCases[Int(choice) / 108 % 2],
            dynamicPorts: 20_000...20_015
        )
    }

    private static func check(_ nat: borrowing NAT) {
        let all = nat.allMappings
        let externals = Set(all.map { FlowKey($0.protocol, from: $0.external, to: $0.external) })
        precondition(externals.count == all.count && all.count == nat.mappingCount)
        precondition(all.allSatisfy { $0.external.address == wan })
        precondition(all.count <= limits.mappings && nat.sessionCount <= limits.sessions)
    }

    /// Puts the IPv4 header checksum right, so that what lies behind it is reached.
    private static func repairHeader(_ packet: PacketBuffer) {
        guard packet.count >= 20, packet[0] >> 4 == 4 else { return }
        let words = Int(packet[0] & 15) * 2
        guard words >= 10, words * 2 <= packet.count else { return }
        packet.setUInt16(0, at: 10)
        var sum = (0..<words).reduce(UInt32(0)) { $0 + UInt32(packet.uint16(at: $1 * 2)) }
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + (sum >> 16) }
        packet.setUInt16(~UInt16(sum), at: 10)
    }
}
