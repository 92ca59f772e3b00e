import SansIO
import TURN
import YAML

/// What a relay says about itself when it starts: where it listens, what it advertises, what fits.
struct StartupSummary {
    /// A burst that a relay socket should take whole: 250 datagrams of 1,200 bytes, each of which the kernel
    /// counts with 2,304 bytes.
    private static let burstBuffer = 250 * 2304

    let lines: [String]

    init(
        _ configuration: RelayConfiguration,
        _ server: RelayServer,
        _ iceConfig: IceConfigService?,
        descriptors: Int
    ) {
        let plan = server.plan
        let limits = configuration.limits
        var rows: [(String, String)] = []
        let plain = configuration.tls == nil ? "udp, tcp" : "udp, tcp, tls"
        for endpoint in plan.streamEndpoints { rows.append(("listen", "\(plain) \(endpoint)")) }
        for endpoint in plan.tlsEndpoints { rows.append(("listen", "tls \(endpoint)")) }
        for endpoint in plan.datagramEndpoints where !plan.streamEndpoints.contains(endpoint) {
            rows.append(("listen", "udp \(endpoint), for behaviour discovery"))
        }
        let ports = "ports \(configuration.relayPorts.lowerBound)-\(configuration.relayPorts.upperBound)"
        for address in plan.relayAddresses {
            let inner = address.local == address.advertised ? "" : " (this host's \(address.local))"
            rows.append(("advertise", "\(address.advertised)\(inner), \(ports)"))
        }
        rows.append(
            ("allocations", "\(server.capacity) fit at once, \(limits.allocationsPerUser) for each user")
        )
        if descriptors < server.capacity + limits.connections + 64 {
            rows.append(("warning", "only \(descriptors) open files are allowed (ulimit -n)"))
        }
        rows.append(("credentials", Self.credentials(configuration)))
        rows.append(("peers", Self.peers(configuration)))
        rows.append(("buffers", Self.buffers(limits, granted: server.grantedReceiveBuffer)))
        rows.append(("workers", "\(server.workerCount)"))
        if let iceConfig {
            rows += Self.iceConfig(configuration, iceConfig, plan)
        } else {
            rows.append(("ice-config", "off; ice-config.port switches it on"))
        }
        lines =
            ["castrelay \(CastRelay.version)"]
            + rows.map { name, text in
                "  \(name)\(String(repeating: " ", count: max(1, 13 - name.count)))\(text)"
            }
    }

    private static func credentials(_ configuration: RelayConfiguration) -> String {
        switch configuration.secrets.count {
        case 0: "no secret: every Allocate is refused, only STUN is served"
        case 1: "time-limited, 1 secret, realm \(configuration.realm)"
        case let count: "time-limited, \(count) secrets valid at once, realm \(configuration.realm)"
        }
    }

    private static func peers(_ configuration: RelayConfiguration) -> String {
        guard !configuration.allowedPeers.isEmpty else { return "public addresses only" }
        let allowed = configuration.allowedPeers.map(\.description).joined(separator: ", ")
        return "public addresses, and \(allowed) by allow-peer"
    }

    private static func iceConfig(
        _ configuration: RelayConfiguration,
        _ service: IceConfigService,
        _ plan: AddressPlan
    ) -> [(String, String)] {
        let scheme = service.isSecure ? "https" : "http"
        let places = service.endpoints.map { ("ice-config", "\(scheme)://\($0)\(IceConfigEndpoint.path)") }
        let uris = configuration.iceServerURIs(advertised: plan.relayAddresses.map(\.advertised))
        let told = uris.map(\.description).joined(separator: ", ")
        return places + [("", "tells clients \(told)")]
    }

    private static func buffers(_ limits: RelayLimits, granted: Int) -> String {
        let wanted = limits.receiveBuffer.bytes
        let text = "relay sockets asked for \(wanted / 1024) KiB and got \(granted / 1024) KiB"
        return granted >= min(wanted, burstBuffer)
            ? text : text + ": key frames may be cut, raise net.core.rmem_max"
    }
}
