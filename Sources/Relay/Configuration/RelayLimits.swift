public import YAML

/// What one user, one source and all of them together may take.
public struct RelayLimits: Hashable, Sendable {
    /// More get 486 (Allocation Quota Reached).
    public var allocationsPerUser = 12
    /// Of the whole relay; nil means as many as there are relay ports.
    public var allocations: Int?
    /// For each direction of an allocation; nil means unlimited.
    public var bandwidthPerAllocation: BitRate? = .megabits(16)
    public var permissionsPerAllocation = 64
    public var channelsPerAllocation = 64
    /// Answers to unauthenticated requests that one source address gets in a second, in the long run.
    public var unauthenticatedAnswersPerSource = 30
    /// Answers that a source may get at once before that rate holds.
    public var unauthenticatedAnswersBurst = 120
    /// TCP and TLS connections from one source address.
    public var connectionsPerSource = 64
    /// TCP and TLS connections of the whole relay.
    public var connections = 4096
    /// Time for a connection to say its first byte and, with TLS, for the handshake.
    public var handshakeTimeout = Duration.seconds(10)
    /// Time until a connection has to hold an allocation.
    public var unauthenticatedConnectionTimeout = Duration.seconds(30)
    /// What may wait for one TCP or TLS client before the oldest packets are dropped.
    public var clientQueueBytes = ByteCount.mebibytes(1)
    /// How long a packet may wait for such a client.
    public var clientQueueDelay = Duration.milliseconds(500)
    /// Asked of the kernel for each UDP socket, relay sockets among them.
    public var receiveBuffer = ByteCount.mebibytes(2)
    /// Given when the client asks for less or for nothing (RFC 8656 §7.2).
    public var allocationLifetime = Duration.seconds(600)
    /// The most a client gets by asking.
    public var allocationLifetimeMaximum = Duration.seconds(3600)
    /// Until when a live allocation may be refreshed although its credential has expired.
    public var allocationMaxAge = Duration.seconds(13 * 3600)
    /// For how long a nonce is fresh (RFC 8489 §9.2).
    public var nonceLifetime = Duration.seconds(3600)

    public init() {}
}
