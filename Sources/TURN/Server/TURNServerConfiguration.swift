public import STUN
import SansIO

/// What a TURN server core is told once: whom it believes, what it offers, where it stops.
public struct TURNServerConfiguration: Sendable {
    /// The realm of the long-term credentials; short, because every 401 repeats it.
    public var realm: Realm
    /// The secrets that time-limited credentials are made with; several while one is being replaced.
    ///
    /// Without one, no credential is valid and only STUN is served.
    public var secrets: [SharedSecret] = []
    /// How long a nonce is accepted (RFC 8656 §5: at most an hour or so).
    public var nonceLifetime = Duration.seconds(3600)
    public var peerPolicy = PeerPolicy()
    /// Relay addresses behind a 1:1 NAT are translated when clients of this server talk to each other.
    public var relayAddresses: [RelayAddress] = []
    /// The addresses and ports of RFC 5780, one entry per family; empty when behaviour discovery is off.
    public var discovery: [DiscoveryEndpoints] = []
    /// What an allocation gets at least (RFC 8656 §7.2).
    public var standardLifetime = Duration.seconds(600)
    /// What one request can ask for at most.
    public var longestLifetime = Duration.seconds(3600)
    /// How old an allocation can get by refreshing: longer than a cast, which may last 12 hours.
    public var maximumAge = Duration.seconds(13 * 3600)
    public var permissionsPerAllocation = 64
    public var channelsPerAllocation = 64
    /// The channel numbers that may be bound; RFC 8656's, or RFC 5766's for the clients of that time.
    public var channelNumbers = ChannelNumber.range
    /// Bit/s in each direction; 0 for no limit.
    public var bandwidthPerAllocation: UInt64 = 16_000_000
    /// Answers per second to one source address that has proved nothing, over UDP; 0 for no limit.
    public var unauthenticatedAnswersPerSource = 30
    public var unauthenticatedAnswerBurst = 120
    /// How many recent successes are kept for retransmissions.
    public var rememberedTransactions = 16_384

    public init(realm: Realm) {
        self.realm = realm
    }
}
