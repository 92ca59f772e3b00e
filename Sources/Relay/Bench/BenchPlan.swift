package import SansIO

/// What a load generator is asked to do, as data.
package struct BenchPlan: Hashable, Sendable {
    /// What is measured.
    package enum Mode: String, CaseIterable, Sendable {
        /// Packets through allocations, for a time.
        case relay
        /// Allocations, made as quickly as the server grants them.
        case allocations
        /// Packets sent all at once, and how many of them arrive.
        case burst
        /// Packets between clients and peers without a server: what the generator and the path cost by themselves.
        case direct
    }

    /// Which way the packets go.
    package enum Direction: String, CaseIterable, Sendable {
        /// From the clients to the peers.
        case up
        /// From the peers to the clients.
        case down
        case both
    }

    /// The order in which packets of different flows follow each other.
    package enum Pattern: String, CaseIterable, Sendable {
        /// One packet of each flow in turn: a conference's mix.
        case interleaved
        /// Sixteen of one flow, each a datagram of its own: a video frame.
        case bursts
        /// Sixteen of one flow, handed to the kernel as one (UDP_SEGMENT); the network device may cut them up.
        case superPackets = "super-packets"

        /// Packets of one flow that follow each other.
        var unit: Int { self == .interleaved ? 1 : 16 }
    }

    /// How the clients frame their data.
    package enum Framing: String, CaseIterable, Sendable {
        /// ChannelData messages.
        case channels
        /// Send indications.
        case indications
    }

    /// How fast it goes.
    package enum Pace: Hashable, Sendable {
        /// Closed loop: so many packets are under way at any time, which finds the rate without loss by itself.
        case window(Int)
        /// Open loop: packets per second, whatever arrives.
        case rate(Int)
    }

    package static let windows = 1...4096
    package static let rates = 1...1_000_000
    package static let clientCounts = 1...20_000
    package static let payloadLengths = BenchPayload.shortest...1_460
    package static let durations = Duration.milliseconds(100)...Duration.seconds(60)

    package var mode = Mode.relay
    package var server: Endpoint
    package var transport = TransportProtocol.udp
    /// Where the clients' sockets are bound; the port is the kernel's choice.
    package var clientAddress: IPAddress
    /// Where the peers' sockets are bound.
    package var peerAddress: IPAddress
    /// How many allocations, each of a user of its own and with a peer of its own.
    package var clients = 10
    /// The application's bytes in each packet.
    package var payloadLength = 1_200
    package var direction = Direction.up
    package var pattern = Pattern.interleaved
    package var framing = Framing.channels
    package var pace = Pace.window(64)
    /// How long is measured, after a fifth of a second that is not.
    package var duration = Duration.seconds(5)
    /// How many packets a burst has.
    package var burstLength = 250
    /// The server's process, to be asked what it takes of the CPU and of memory.
    package var serverPID: Int?
    /// The certificates a TLS server is believed by; nil for the system's.
    package var tlsAuthority: String?
    /// The name that a TLS server's certificate has to show; nil for its address.
    package var serverName: String?

    package init(server: Endpoint, clientAddress: IPAddress, peerAddress: IPAddress) {
        self.server = server
        self.clientAddress = clientAddress
        self.peerAddress = peerAddress
    }

    /// The directions that packets go, one or both.
    var isUp: Bool { direction != .down }
    var isDown: Bool { direction != .up }
}
