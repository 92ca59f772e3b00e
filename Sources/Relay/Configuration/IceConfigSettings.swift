public import STUN
public import SansIO
public import TURN

/// What decides how `GET /api/public/ice-config` is answered. Contract §8
public struct IceConfigSettings: Hashable, Sendable {
    /// TCP; nil while the endpoint is off.
    public var port: UInt16?
    /// Addresses to listen on; empty means those of the relay, or loopback behind a proxy on the same machine.
    public var listen: [IPAddress] = []
    /// Who may connect without TLS, and is believed about the client's address; empty switches TLS on.
    public var trustedProxies: [IPPrefix] = []
    /// The relay's name, as clients are told.
    public var host: String?
    /// What clients are told instead of what follows from `host` and the relay's ports.
    public var urls: [ServerURI] = []
    /// How long a credential holds: longer than a cast can last (12 h), because its sender fetches it once.
    public var ttl = Duration.seconds(46_800)
    /// Who has to have issued the tokens.
    public var issuer: String?
    public var audience = "authenticated"
    public var role = "authenticated"
    /// Path of the file with the secrets of HS256.
    public var tokenSecretFile: String?
    /// What that file holds.
    public var tokenSecrets: [SharedSecret] = []
    /// Path or https URL of the key set of RS256 and ES256.
    public var keySet: String?
    /// Path of a file of certificates to trust for that URL instead of the system's.
    public var keySetAuthority: String?
    /// The pages that may read the answer, `https://app.example`, or `*`.
    public var origins: [String] = []
    /// Credentials for one user in ten minutes.
    public var mintsPerUser = 30
    /// Credentials for one address (an IPv6 /64) in ten minutes; offices and mobile networks share one.
    public var mintsPerAddress = 120

    /// The most URLs in an answer: browsers warn of five.
    static let longestList = 4
    /// The contract's longest cast and time to begin it.
    static let shortestSafeTTL = Duration.seconds(44_100)

    public init() {}

    /// Whether the endpoint speaks TLS itself.
    var isSecure: Bool { trustedProxies.isEmpty }
}
