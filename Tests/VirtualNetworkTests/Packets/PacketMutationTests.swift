import SansIO
import Testing

@testable import VirtualNetwork

/// Seeded mutation of the kernel's packets: nothing may trap, and what is changed must stay readable.
struct PacketMutationTests {
    private let memory = PacketMemory()

    private func mutated(_ sample: [UInt8], using random: inout SeededRandom) -> [UInt8] {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            guard !bytes.isEmpty else { break }
            let index = Int.random(in: 0..<min(bytes.count, 100), using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[index] = .random(in: 0...255, using: &random)
            case 2: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            case 3: bytes.remove(at: index)
            case 4: bytes.insert(.random(in: 0...255, using: &random), at: index)
            case 5: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
            default:
                // Another protocol, from among those that lead somewhere.
                let next: [UInt8] = [0, 1, 6, 17, 43, 44, 51, 58, 59, 60, 135]
                bytes[bytes[0] >> 4 == 4 ? min(9, bytes.count - 1) : min(6, bytes.count - 1)] =
                    next.randomElement(using: &random) ?? 0
            }
        }
        if Int.random(in: 0..<4, using: &random) > 0 { repair(&bytes) }
        return bytes
    }

    /// Puts lengths and the IPv4 header checksum right, so that what lies behind them is reached.
    private func repair(_ bytes: inout [UInt8]) {
        guard let first = bytes.first else { return }
        if first >> 4 == 6, bytes.count >= 40 {
            bytes[4] = UInt8(truncatingIfNeeded: (bytes.count - 40) >> 8)
            bytes[5] = UInt8(truncatingIfNeeded: bytes.count - 40)
        }
        let header = Int(first & 15) * 4
        guard first >> 4 == 4, header >= 20, bytes.count >= header else { return }
        bytes[2] = UInt8(truncatingIfNeeded: bytes.count >> 8)
        bytes[3] = UInt8(truncatingIfNeeded: bytes.count)
        bytes[10] = 0
        bytes[11] = 0
        var checksum = InternetChecksum()
        checksum.add(memory.reused(bytes), 0..<header)
        bytes[10] = UInt8(checksum.value >> 8)
        bytes[11] = UInt8(checksum.value & 0xFF)
    }

    @Test(arguments: KernelPacket.allCases)
    func mutatedPacketsAreReadOrRefused(_ sample: KernelPacket) throws {
        let bytes = try sample.bytes()
        var random = SeededRandom(seed: 0x4950)
        let slot = memory.room(1280)
        var (accepted, answered) = (0, 0)
        for _ in 0..<5000 {
            let buffer = memory.reused(mutated(bytes, using: &random))
            guard let packet = try? IPPacket(reading: buffer) else { continue }
            accepted += 1
            let content = packet.content
            _ = (packet.flow, packet.hasValidTransportChecksum, packet.payload.count)
            _ = (packet.udp?.payload.count, packet.tcp?.payload.count, packet.tcp?.flags)
            _ = (packet.icmp?.kind, packet.icmp?.body.count, packet.icmp?.quoted?.flow)
            let router = packet.family == .v4 ? IPAddress(198, 18, 0, 1) : IPAddress(v6: 1, 1)
            if ICMPError.timeExceeded.answer(to: packet, from: router, in: slot) != nil { answered += 1 }
            let endpoint = Endpoint(router, 7)
            packet.icmp?.rewriteQuotedSource(to: endpoint)
            packet.icmp?.rewriteQuotedDestination(to: endpoint)
            packet.rewriteSource(to: endpoint)
            packet.rewriteDestination(to: endpoint)
            _ = packet.crossRouter()
            packet.fillTransportChecksum()
            let again = try IPPacket(reading: packet.buffer)
            #expect(again.content == content && again.source == router && again.destination == router)
        }
        #expect(accepted > 500)
        #expect(answered > 0)
    }

    @Test func randomBytesAreReadOrRefused() {
        var random = SeededRandom(seed: 791)
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0...120, using: &random)).map { _ in
                UInt8.random(in: 0...(Bool.random(using: &random) ? 63 : 255), using: &random)
            }
            if !bytes.isEmpty { bytes[0] = Bool.random(using: &random) ? 0x45 : 0x60 }
            repair(&bytes)
            guard let packet = try? IPPacket(reading: memory.reused(bytes)) else { continue }
            accepted += 1
            _ = (packet.flow, packet.hasValidTransportChecksum, packet.icmp?.quoted?.flow)
        }
        #expect(accepted > 2000)
    }
}
