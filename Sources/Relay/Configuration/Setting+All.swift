import YAML

extension Setting {
    /// Every setting but the secret, which is not a value of the configuration that could be shown.
    static let all: [Setting] = addresses + peersAndProcess + limits + iceConfig

    private static let addresses: [Setting] = [
        .list(
            .listen,
            \.listen,
            .listeningAddress,
            "Addresses to listen on; default: all but loopback and link-local ones."
        ),
        .one(.port, \.port, .wholeNumber(1...65535), "UDP and TCP port, and TLS with a certificate; 3478."),
        .one(.tlsPort, \.tlsPort, .wholeNumber(1...65535), "Port for TLS only, with a certificate; 5349."),
        .maybe(.tlsCertificate, \.tlsCertificate, .path, "PEM file: certificate and chain (fullchain)."),
        .maybe(.tlsKey, \.tlsKey, .path, "PEM file: private key."),
        .list(
            .externalIP,
            \.externalAddresses,
            .externalAddress,
            "Address to advertise when the relay stands behind a 1:1 NAT."
        ),
        .list(
            .relayAddress,
            \.relayAddresses,
            .ownAddress,
            "Addresses to open relay sockets on; default: those listened on."
        ),
        .one(
            .relayPorts,
            \.relayPorts,
            .portRange,
            "Ports to relay from, one allocation each; 49152-49351.",
            show: { "\($0.lowerBound)-\($0.upperBound)" }
        ),
        .one(.realm, \.realm, .realm, "Realm; it is part of every 401, so keep it short; cast."),
        .list(.alternateListen, \.alternateListen, .ownAddress, "Second addresses: switches RFC 5780 on."),
        .maybe(
            .alternatePort,
            \.alternatePort,
            .wholeNumber(1...65535),
            "Second UDP port: switches RFC 5780 on."
        ),
    ]

    private static let peersAndProcess: [Setting] = [
        .list(
            .allowPeer,
            \.allowedPeers,
            .prefix,
            "Peers to allow although the standard policy denies them."
        ),
        .list(.denyPeer, \.deniedPeers, .prefix, "Peers to deny besides those the standard policy denies."),
        .one(.workers, \.workers, .wholeNumber(1...64), "Worker threads; default: one per processor."),
        .one(
            .channelNumbers,
            \.channelNumbers,
            .choice(),
            "Channels to accept: rfc8656, or rfc5766 for older clients too; rfc5766.",
            show: \.rawValue
        ),
        .one(.logFormat, \.logFormat, .choice(), "How to log; text.", show: \.rawValue),
        .one(.logLevel, \.logLevel, .choice(), "Least important records to log; info.", show: \.rawValue),
    ]

    private static let limits: [Setting] = [
        .one(
            .allocationsPerUser,
            \.limits.allocationsPerUser,
            .wholeNumber(1...65535),
            "Allocations of one user; 12."
        ),
        .maybe(
            .allocations,
            \.limits.allocations,
            .wholeNumber(1...4_194_304),
            "Allocations of all users; default: what the relay ports allow."
        ),
        .one(
            .bandwidthPerAllocation,
            \.limits.bandwidthPerAllocation,
            .bandwidth,
            "Bandwidth of an allocation in each direction, 0 for no limit; 16Mbit/s.",
            show: { $0?.description ?? "0" }
        ),
        .one(
            .permissionsPerAllocation,
            \.limits.permissionsPerAllocation,
            .wholeNumber(1...4096),
            "Permissions of an allocation; 64."
        ),
        .one(
            .channelsPerAllocation,
            \.limits.channelsPerAllocation,
            .wholeNumber(1...4096),
            "Channels of an allocation; 64."
        ),
        .one(
            .unauthenticatedAnswersPerSource,
            \.limits.unauthenticatedAnswersPerSource,
            .wholeNumber(1...1_000_000),
            "Answers per second to a source without credentials; 30."
        ),
        .one(
            .unauthenticatedAnswersBurst,
            \.limits.unauthenticatedAnswersBurst,
            .wholeNumber(1...1_000_000),
            "Answers that such a source may get at once; 120."
        ),
        .one(
            .connectionsPerSource,
            \.limits.connectionsPerSource,
            .wholeNumber(1...1_000_000),
            "TCP and TLS connections of one source address; 64."
        ),
        .one(
            .connections,
            \.limits.connections,
            .wholeNumber(1...1_000_000),
            "TCP and TLS connections altogether; 4096."
        ),
        .time(
            .handshakeTimeout,
            \.limits.handshakeTimeout,
            .seconds(1)...(.seconds(120)),
            "For a first byte, and for TLS; 10s."
        ),
        .time(
            .unauthenticatedConnectionTimeout,
            \.limits.unauthenticatedConnectionTimeout,
            .seconds(1)...(.seconds(600)),
            "Until a connection has to hold an allocation; 30s."
        ),
        .one(
            .clientQueueBytes,
            \.limits.clientQueueBytes,
            .byteCount(.kibibytes(16)...(.mebibytes(64))),
            "What may wait for a TCP or TLS client; 1MiB."
        ),
        .time(
            .clientQueueDelay,
            \.limits.clientQueueDelay,
            .milliseconds(10)...(.seconds(60)),
            "How long a packet may wait for such a client; 500ms."
        ),
        .one(
            .receiveBuffer,
            \.limits.receiveBuffer,
            .byteCount(.kibibytes(64)...(.mebibytes(256))),
            "Receive buffer of a UDP socket, relay sockets among them; 2MiB."
        ),
        .time(
            .allocationLifetime,
            \.limits.allocationLifetime,
            .seconds(600)...(.seconds(3600)),
            "Lifetime of an allocation when none is asked for; 10m."
        ),
        .time(
            .allocationLifetimeMaximum,
            \.limits.allocationLifetimeMaximum,
            .seconds(600)...(.seconds(86400)),
            "Longest lifetime to be had by asking; 1h."
        ),
        .time(
            .allocationMaxAge,
            \.limits.allocationMaxAge,
            .seconds(600)...(.seconds(7 * 86400)),
            "Age up to which an allocation is refreshed although its credential expired; 13h."
        ),
        .time(
            .nonceLifetime,
            \.limits.nonceLifetime,
            .seconds(60)...(.seconds(86400)),
            "How long a nonce is fresh; 1h."
        ),
    ]

    private static func time(
        _ name: SettingName,
        _ property: Property<Duration>,
        _ range: ClosedRange<Duration>,
        _ about: String
    ) -> Setting {
        .one(name, property, .duration(range), about, show: \.quantityText)
    }
}
