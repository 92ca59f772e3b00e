import SansIO
import TURN

/// One port of a server with what should be served there.
struct ProbeService: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case stun
        case turn
    }

    var kind: Kind
    var transport: TransportProtocol
    var port: UInt16
    /// Whether nobody named it: it is where such services usually are.
    var isGuessed = false

    init(_ kind: Kind, _ transport: TransportProtocol, port: UInt16, isGuessed: Bool = false) {
        self.kind = kind
        self.transport = transport
        self.port = port
        self.isGuessed = isGuessed
    }

    init(_ uri: ServerURI) {
        self.init(
            uri.scheme.isTURN ? .turn : .stun,
            uri.effectiveTransport,
            port: uri.effectivePort
        )
    }

    /// What is looked for on a host of which nothing but the name is known.
    static let usual = [
        ProbeService(.stun, .udp, port: 3478, isGuessed: true),
        ProbeService(.turn, .udp, port: 3478, isGuessed: true),
        ProbeService(.turn, .tcp, port: 3478, isGuessed: true),
        ProbeService(.turn, .tls, port: 443, isGuessed: true),
        ProbeService(.turn, .tls, port: 5349, isGuessed: true),
    ]

    /// "TCP 3478", as a firewall's rule has it: TLS stands over TCP.
    var portText: String { "\(transport == .udp ? "UDP" : "TCP") \(port)" }
}
