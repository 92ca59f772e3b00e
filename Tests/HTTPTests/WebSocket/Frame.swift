/// A frame as bytes, right or wrong.
struct Frame: Equatable {
    var first: UInt8
    var payload: [UInt8] = []

    /// The first byte is FIN, the reserved bits and the opcode.
    init(_ first: UInt8, _ payload: [UInt8] = []) {
        self.first = first
        self.payload = payload
    }

    init(_ first: UInt8, _ text: String) {
        self.init(first, Array(text.utf8))
    }

    static func close(_ code: UInt16, _ reason: String = "") -> Frame {
        Frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    private func header(mask: UInt8) -> [UInt8] {
        let count = payload.count
        if count <= 125 { return [first, mask | UInt8(count)] }
        if count <= 0xFFFF { return [first, mask | 126, UInt8(count >> 8), UInt8(count & 0xFF)] }
        return [first, mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    }

    /// As a client sends it.
    var masked: [UInt8] {
        let key: [UInt8] = [0x12, 0xF4, 0x56, 0x9A]
        return header(mask: 0x80) + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }

    /// As a server sends it.
    var plain: [UInt8] { header(mask: 0) + payload }

    /// The unmasked frames that `bytes` are made of; nil when they are not.
    static func parse(_ bytes: [UInt8]) -> [Frame]? {
        var rest = bytes[...]
        var frames: [Frame] = []
        while let first = rest.popFirst() {
            guard let second = rest.popFirst(), second & 0x80 == 0 else { return nil }
            let size = second == 127 ? 8 : second == 126 ? 2 : 0
            guard rest.count >= size else { return nil }
            let length = size == 0 ? Int(second) : rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(size)
            guard rest.count >= length else { return nil }
            frames.append(Frame(first, Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return frames
    }

    /// The code of a Close frame.
    var closeCode: Int? {
        guard first == 0x88, payload.count >= 2 else { return nil }
        return Int(payload[0]) << 8 | Int(payload[1])
    }
}
