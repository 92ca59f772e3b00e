import SansIO

/// One thing that a probe finds out about a server.
struct ProbeLeg: Hashable, Sendable {
    /// What it is about; the raw value is its name for programs.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Fetches the servers and a credential from an `ice-config` endpoint.
        case iceConfig = "ice-config"
        /// Looks the host's name up.
        case dns
        /// Asks for our own address.
        case stun
        /// Looks at the certificate.
        case certificate
        /// Allocates.
        case turn
        /// Sends packets through two allocations and back.
        case echo
        /// Whether the server takes the credential, and how long.
        case credential
        /// Whether the server's clock and ours agree.
        case clock
        /// Whether the relayed address is one that others can reach.
        case relayedAddress = "relayed-address"
        /// Whether packets from outside reach a relayed address, and come back.
        case relayPorts = "relay-ports"
        /// Whether allocations of different transports and families reach each other.
        case relayToRelay = "relay-to-relay"
        /// Whether peers are refused that nobody should reach through a relay.
        case deniedPeers = "denied-peers"
        /// Whether who has no credential is refused.
        case strangers
    }

    var kind: Kind
    var transport: TransportProtocol?
    var port: UInt16?
    /// Of the server's address, where the host has one of each.
    var family: IPAddress.Family?

    init(
        _ kind: Kind,
        _ transport: TransportProtocol? = nil,
        port: UInt16? = nil,
        family: IPAddress.Family? = nil
    ) {
        self.kind = kind
        self.transport = transport
        self.port = port
        self.family = family
    }

    /// What it is called in a report.
    var label: String {
        var words: [String] =
            switch (kind, transport) {
            case (.turn, .tls): ["turns"]
            case (.stun, .tls): ["stuns"]
            case (.certificate, _): ["tls"]
            case (.relayedAddress, _): ["relayed address"]
            case (.relayPorts, _): ["relay ports"]
            case (.relayToRelay, _): ["relay to relay"]
            case (.deniedPeers, _): ["denied peers"]
            case (_, let transport?): [kind.rawValue, "\(transport)"]
            default: [kind.rawValue]
            }
        if let port { words.append("\(port)") }
        if let family { words.append("v\(family.rawValue)") }
        return words.joined(separator: " ")
    }

    /// Whether the time it took says something about the server, and is no more than our own pace.
    var isTimed: Bool { [.iceConfig, .dns, .stun, .certificate, .turn].contains(kind) }

    /// Room for every label.
    static let labelWidth = 16
}
