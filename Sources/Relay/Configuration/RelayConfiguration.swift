public import STUN
public import SansIO

/// Everything that decides how a relay behaves: a description, checked as a whole before it is handed out.
///
/// `ConfigurationSource.load()` makes it from a file, flags and the environment; a test may set what it needs.
public struct RelayConfiguration: Hashable, Sendable {
    /// Addresses to listen on; empty means every one that `listeningAddresses(among:)` picks.
    public var listen: [IPAddress] = []
    /// UDP and TCP; with a certificate TLS too, told apart by its first byte.
    public var port: UInt16 = 3478
    /// TCP, TLS only; used when there is a certificate.
    public var tlsPort: UInt16 = 5349
    /// Path of the PEM file with the certificate and its chain.
    public var tlsCertificate: String?
    /// Path of the PEM file with the private key; given exactly when the certificate is.
    public var tlsKey: String?
    /// What to advertise instead of relay addresses that stand behind a 1:1 NAT.
    public var externalAddresses: [ExternalAddress] = []
    /// Addresses to open relay sockets on; empty means those listened on.
    public var relayAddresses: [IPAddress] = []
    /// Ports of relayed transport addresses, each good for one allocation on each relay address.
    public var relayPorts: ClosedRange<UInt16> = 49152...49351
    /// Repeated in every 401, so that a short one keeps the answers to strangers small.
    public var realm = "cast"
    /// Shared secrets of time-limited credentials, all valid at once; without one only STUN is served.
    public var secrets: [SharedSecret] = []
    /// Peers to allow although the standard policy denies them.
    public var allowedPeers: [IPPrefix] = []
    /// Peers to deny besides those of the standard policy, and before `allowedPeers`.
    public var deniedPeers: [IPPrefix] = []
    /// Threads that each run one event loop.
    public var workers = 1
    /// Second addresses for RFC 5780; together with `alternatePort` they switch behaviour discovery on.
    public var alternateListen: [IPAddress] = []
    /// Second UDP port for RFC 5780; nil while behaviour discovery is off.
    public var alternatePort: UInt16?
    /// Which channel numbers clients may bind.
    public var channelNumbers = ChannelNumbers.rfc5766
    public var logFormat = LogFormat.text
    public var logLevel = LogLevel.info
    public var limits = RelayLimits()
    public var iceConfig = IceConfigSettings()

    public init() {}

    /// Whether the relay answers RFC 5780 requests.
    public var answersBehaviorDiscovery: Bool { alternatePort != nil }

    /// The certificate and its key, when TLS is on.
    public var tls: (certificate: String, key: String)? {
        guard let tlsCertificate, let tlsKey else { return nil }
        return (tlsCertificate, tlsKey)
    }
}
