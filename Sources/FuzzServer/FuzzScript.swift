/// The steps that an input's bytes stand for: one byte says what, one who, one how many bytes follow.
struct FuzzScript {
    enum Step {
        /// Bytes as they are.
        case datagram(client: Int, [UInt8])
        /// A method, and attributes to be signed with a good credential.
        case request(client: Int, method: UInt8, attributes: [UInt8])
        case peerPacket(relay: Int, [UInt8])
        case unreachable(relay: Int, type: UInt8, code: UInt8)
        case time(seconds: Int)
        case disconnected(client: Int)
    }

    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    mutating func next() -> Step? {
        guard bytes.count >= 3 else { return nil }
        let (what, who, count) = (bytes.removeFirst(), Int(bytes.removeFirst()), Int(bytes.removeFirst()))
        let data = Array(bytes.prefix(count))
        bytes = bytes.dropFirst(count)
        switch what % 8 {
        case 0: return .datagram(client: who, data)
        case 1...4: return .request(client: who, method: what / 8, attributes: data)
        case 5: return .peerPacket(relay: who, data)
        case 6: return .unreachable(relay: who, type: UInt8(count), code: what)
        default: return what < 128 ? .time(seconds: count * 4) : .disconnected(client: who)
        }
    }
}
