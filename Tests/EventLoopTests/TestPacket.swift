import SansIO

/// Packets with bytes of their own, for tests.
final class TestPacket {
    private let memory: UnsafeMutablePointer<UInt8>
    let packet: PacketBuffer

    init(_ bytes: [UInt8]) {
        let size = PacketBuffer.headroom + bytes.count + PacketBuffer.tailroom
        memory = .allocate(capacity: size)
        memory.initialize(repeating: 0, count: size)
        for (index, byte) in bytes.enumerated() { memory[PacketBuffer.headroom + index] = byte }
        let start = PacketBuffer.headroom
        packet = PacketBuffer(base: memory, limit: size, range: start..<start + bytes.count)
    }

    deinit {
        memory.deallocate()
    }
}

extension PacketBuffer {
    var array: [UInt8] { (0..<count).map { self[$0] } }
}

extension IPAddress {
    static let loopbackV4 = IPAddress(127, 0, 0, 1)
    static let loopbackV6 = IPAddress(v6: 0, 1)
}
