import STUN
import SansIO
import TURN

/// A message that the server sent to a client.
enum Delivery: Hashable {
    case data([UInt8], from: Endpoint)
    case channelData([UInt8], channel: UInt16)
    case unreachable(Endpoint, ICMPError)
    case answer(Answer)
    case unreadable([UInt8])

    /// Reads a datagram, or a message of a stream without its padding.
    init(_ bytes: [UInt8]) {
        self = Self.channelMessage(bytes) ?? Self.indication(bytes) ?? .answer(Answer(bytes: bytes))
        guard case .answer = self, (try? MessageView(bytes.span)) == nil else { return }
        self = .unreadable(bytes)
    }

    private static func channelMessage(_ bytes: [UInt8]) -> Delivery? {
        guard bytes.count >= 4, bytes[0] >> 6 == 1 else { return nil }
        let length = Int(bytes[2]) << 8 | Int(bytes[3])
        guard bytes.count >= 4 + length else { return .unreadable(bytes) }
        return .channelData(
            Array(bytes[4..<4 + length]),
            channel: UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        )
    }

    private static func indication(_ bytes: [UInt8]) -> Delivery? {
        guard let message = try? MessageView(bytes.span), message.type == MessageType(.data, .indication),
            let peer = try? message.attribute(XORPeerAddress.self)?.endpoint
        else { return nil }
        if let data = try? message.attribute(DataAttribute.self) { return .data(data.bytes, from: peer) }
        guard let icmp = try? message.attribute(ICMPAttribute.self) else { return nil }
        return .unreachable(peer, icmp.message)
    }
}
