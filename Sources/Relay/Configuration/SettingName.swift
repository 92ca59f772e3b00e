/// The name of a setting, as the path that it has in the file.
public enum SettingName: String, Hashable, Sendable, CaseIterable {
    case listen
    case port
    case tlsPort = "tls-port"
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case externalIP = "external-ip"
    case relayAddress = "relay-address"
    case relayPorts = "relay-ports"
    case realm
    case secretFile = "secret-file"
    case allowPeer = "allow-peer"
    case denyPeer = "deny-peer"
    case workers
    case alternateListen = "alternate-listen"
    case alternatePort = "alternate-port"
    case channelNumbers = "channel-numbers"
    case logFormat = "log-format"
    case logLevel = "log-level"
    case allocationsPerUser = "limits.allocations-per-user"
    case allocations = "limits.allocations"
    case bandwidthPerAllocation = "limits.bandwidth-per-allocation"
    case permissionsPerAllocation = "limits.permissions-per-allocation"
    case channelsPerAllocation = "limits.channels-per-allocation"
    case unauthenticatedAnswersPerSource = "limits.unauthenticated-answers-per-source"
    case unauthenticatedAnswersBurst = "limits.unauthenticated-answers-burst"
    case connectionsPerSource = "limits.connections-per-source"
    case connections = "limits.connections"
    case handshakeTimeout = "limits.handshake-timeout"
    case unauthenticatedConnectionTimeout = "limits.unauthenticated-connection-timeout"
    case clientQueueBytes = "limits.client-queue-bytes"
    case clientQueueDelay = "limits.client-queue-delay"
    case receiveBuffer = "limits.receive-buffer"
    case allocationLifetime = "limits.allocation-lifetime"
    case allocationLifetimeMaximum = "limits.allocation-lifetime-maximum"
    case allocationMaxAge = "limits.allocation-max-age"
    case nonceLifetime = "limits.nonce-lifetime"
    case iceConfigPort = "ice-config.port"
    case iceConfigListen = "ice-config.listen"
    case iceConfigTrustedProxies = "ice-config.trusted-proxies"
    case iceConfigHost = "ice-config.host"
    case iceConfigURLs = "ice-config.urls"
    case iceConfigTTL = "ice-config.ttl"
    case iceConfigIssuer = "ice-config.issuer"
    case iceConfigAudience = "ice-config.audience"
    case iceConfigRole = "ice-config.role"
    case iceConfigTokenSecretFile = "ice-config.token-secret-file"
    case iceConfigKeySet = "ice-config.key-set"
    case iceConfigKeySetAuthority = "ice-config.key-set-authority"
    case iceConfigOrigins = "ice-config.origins"
    case iceConfigMintsPerUser = "ice-config.mints-per-user"
    case iceConfigMintsPerAddress = "ice-config.mints-per-address"

    /// The section of the file that it stands in; nil at the top.
    var section: String? {
        rawValue.split(separator: ".").count == 2
            ? rawValue.split(separator: ".").first.map(String.init) : nil
    }

    /// The key inside its section.
    public var key: String { rawValue.split(separator: ".").last.map(String.init) ?? rawValue }

    /// The flag's name without its dashes: the key, after the section's name where the key alone would not say
    /// what it is of.
    public var flag: String { section == "ice-config" ? "ice-config-\(key)" : key }

    /// `CASTRELAY_` and the flag in capitals.
    public var environmentVariable: String {
        "CASTRELAY_" + String(flag.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    /// Whether a value is a file's path, which is looked for beside the configuration file.
    func namesFile(_ text: String) -> Bool {
        switch self {
        case .tlsCertificate, .tlsKey, .iceConfigTokenSecretFile, .iceConfigKeySetAuthority: true
        case .iceConfigKeySet: !text.hasPrefix("https://")
        default: false
        }
    }
}
