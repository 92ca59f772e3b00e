import SansIO
import Testing

@testable import VirtualNetwork

struct FragmentingTests {
    private let memory = PacketMemory()

    private func pieces(_ packet: IPPacket, mtu: Int) -> [IPPacket] {
        var pieces: [IPPacket] = []
        var offset = 0
        while let piece = packet.piece(from: &offset, mtu: mtu, in: memory.room(2000)) {
            pieces.append(piece)
        }
        return pieces
    }

    /// The packet that the kernel cut in two, put together again.
    private func whole() throws -> IPPacket {
        let first = try KernelPacket.firstFragmentV4.bytes()
        var bytes = first + (try KernelPacket.lastFragmentV4.bytes())[20...]
        bytes[2] = UInt8(bytes.count >> 8)
        bytes[3] = UInt8(bytes.count & 0xFF)
        (bytes[6], bytes[7], bytes[10], bytes[11]) = (0, 0, 0, 0)
        var checksum = InternetChecksum()
        checksum.add(memory.packet(bytes), 0..<20)
        bytes[10] = UInt8(checksum.value >> 8)
        bytes[11] = UInt8(checksum.value & 0xFF)
        return try IPPacket(reading: memory.packet(bytes))
    }

    @Test func cutsAsTheKernelDoes() throws {
        let packet = try whole()
        #expect(packet.hasValidTransportChecksum == true)
        let pieces = pieces(packet, mtu: 1280).map(\.buffer.copied)
        #expect(
            pieces == [try KernelPacket.firstFragmentV4.bytes(), try KernelPacket.lastFragmentV4.bytes()]
        )
    }

    @Test func cutsAPieceAgain() throws {
        let once = pieces(try whole(), mtu: 576)
        let twice = pieces(try whole(), mtu: 1280).flatMap { pieces($0, mtu: 576) }
        #expect(once.allSatisfy { $0.buffer.count <= 576 })
        #expect(once.flatMap { $0.payload.copied } == (try whole().payload.copied))
        #expect(twice.flatMap { $0.payload.copied } == (try whole().payload.copied))
        var end = 0
        for piece in twice {
            let fragment = try #require(piece.fragment)
            #expect(fragment.offset == end)
            end += piece.payload.count
            #expect(fragment.isFollowed == (end < 1288))
        }
    }

    @Test func cutsNothingThatMustNotBeCut() throws {
        for sample in [KernelPacket.udpV4, .firstFragmentV6] {
            let packet = try IPPacket(reading: memory.packet(try sample.bytes()))
            #expect(pieces(packet, mtu: 100).isEmpty)
        }
        #expect(pieces(try whole(), mtu: 27).isEmpty)
        #expect(pieces(try whole(), mtu: 0).isEmpty)
        #expect(pieces(try whole(), mtu: -5).isEmpty)
    }
}
