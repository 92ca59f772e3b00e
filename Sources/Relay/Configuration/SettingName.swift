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

    /// The section of the file that it stands in; nil at the top.
    var section: String? {
        rawValue.split(separator: ".").count == 2
            ? rawValue.split(separator: ".").first.map(String.init) : nil
    }

    /// The key inside its section, which is also the flag's name without its dashes.
    public var key: String { rawValue.split(separator: ".").last.map(String.init) ?? rawValue }

    /// `CASTRELAY_` and the key in capitals.
    public var environmentVariable: String {
        "CASTRELAY_" + String(key.uppercased().map { $0 == "-" ? "_" : $0 })
    }
}
