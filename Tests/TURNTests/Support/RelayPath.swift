import STUN
import SansIO
import TURN
import Testing

/// The five ways of a packet through the server, and one packet that takes it.
enum RelayPath: CaseIterable {
    case channelDataUp
    case sendIndicationUp
    case channelDataDown
    case dataIndicationDown
    case relayToRelay

    /// Packets of one path, put to a core again and again.
    final class Traffic {
        let server: ServerUnderTest
        private let path: RelayPath
        private let client: Client
        private let relay: RelayPort
        private let template: UnsafeMutableBufferPointer<UInt8>
        private let slab = PacketSlab(slotCount: 1, capacity: 1500)
        private var now: Instant

        /// Packets with so many bytes of the application's.
        init(_ path: RelayPath, payloadLength: Int = 1200) throws {
            self.path = path
            server = try ServerUnderTest(isUnpredictable: true) { configuration in
                configuration.bandwidthPerAllocation = 100_000_000_000
                configuration.peerPolicy = PeerPolicy(
                    allowed: [
                        try #require(IPPrefix("10.0.0.0/8")), try #require(IPPrefix("192.168.0.0/16")),
                    ],
                    denied: [try #require(IPPrefix("9.0.0.0/8")), try #require(IPPrefix("31.9.0.0/16"))],
                    hostAddresses: [ServerUnderTest.v4.address],
                    relayedAddresses: [ServerUnderTest.v4.address, ServerUnderTest.v6.address]
                )
            }
            let sender = try ScriptedClient(of: server)
            let receiver = try ScriptedClient(of: server, user: "cast-2", port: 5001)
            let relayed = try sender.relayedAddress()
            let other = try receiver.relayedAddress()
            try receiver.permit(relayed)
            try receiver.bind(0x4001, to: relayed)
            try sender.permit(.peer)
            if path == .channelDataUp || path == .channelDataDown { try sender.bind(0x4000, to: .peer) }
            if path == .relayToRelay { try sender.bind(0x4000, to: other) }
            client = Client(sender.tuple, socket: 0)
            relay = try #require(server.relayPort(at: relayed))
            let bytes = Self.packet(path, payloadLength)
            template = .allocate(capacity: bytes.count)
            _ = template.initialize(from: bytes)
            now = server.clock
        }

        deinit {
            template.deallocate()
        }

        private static func packet(_ path: RelayPath, _ payloadLength: Int) -> [UInt8] {
            let payload = [UInt8](repeating: 0x5A, count: payloadLength)
            switch path {
            case .channelDataUp, .relayToRelay:
                return [0x40, 0, UInt8(payloadLength >> 8), UInt8(payloadLength & 0xFF)] + payload
            case .sendIndicationUp:
                var builder = MessageBuilder(MessageType(.send, .indication), TransactionID(1, 2))
                builder.append(XORPeerAddress(.peer))
                builder.append(DataAttribute(payload))
                return builder.bytes
            case .channelDataDown, .dataIndicationDown:
                return payload
            }
        }

        /// Puts the packet to the core `count` times, 1 µs apart, and gives how many came out relayed.
        func run(_ count: Int) -> Int {
            server.withCore { core in
                var relayed = 0
                for _ in 0..<count {
                    // The core writes headers over the packet, so every round starts with a fresh one.
                    let packet = slab.packet(0, count: template.count)
                    guard let source = template.baseAddress else { return relayed }
                    (packet.base + packet.range.lowerBound).update(from: source, count: template.count)
                    now += .microseconds(1)
                    switch path {
                    case .channelDataUp, .sendIndicationUp, .relayToRelay:
                        core.handle(.fromClient(client, packet), at: now)
                    case .channelDataDown, .dataIndicationDown:
                        core.handle(.fromPeer(relay, .peer, packet), at: now)
                    }
                    while let output = core.nextOutput() {
                        switch output {
                        case .toPeer, .toClient: relayed += 1
                        default: break
                        }
                    }
                }
                return relayed
            }
        }
    }
}
