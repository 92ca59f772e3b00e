import STUN
import SansIO
import TURN

/// Which addresses a relay uses for what on this host: the configuration, met by the interfaces there are.
struct AddressPlan: Hashable, Sendable {
    /// Where UDP is listened on, the second endpoints of RFC 5780 included.
    var datagramEndpoints: [Endpoint]
    /// Where TCP is listened on, and TLS on the same port when there is a certificate.
    var streamEndpoints: [Endpoint]
    /// Where nothing but TLS is spoken.
    var tlsEndpoints: [Endpoint]
    var relayAddresses: [RelayAddress]
    /// Every address of the host: no peer may be one, a relayed address apart.
    var hostAddresses: Set<IPAddress>
    var discovery: [DiscoveryEndpoints]

    /// The plan for a host whose interfaces that are up have these addresses; throws when there is nothing to
    /// listen on.
    init(_ configuration: RelayConfiguration, interfaces: [IPAddress]) throws(RelayStartFailure) {
        let listening = configuration.listeningAddresses(among: interfaces)
        guard !listening.isEmpty else { throw .noAddress }
        discovery = Self.discovery(configuration, listening)
        let plain = listening.map { Endpoint($0, configuration.port) }
        var datagrams = plain
        for endpoint in discovery.flatMap(\.all) where !datagrams.contains(endpoint) {
            datagrams.append(endpoint)
        }
        datagramEndpoints = datagrams
        streamEndpoints = plain
        tlsEndpoints =
            configuration.tls == nil || configuration.tlsPort == configuration.port
            ? [] : listening.map { Endpoint($0, configuration.tlsPort) }
        relayAddresses = configuration.relayingAddresses(among: interfaces).map { local in
            RelayAddress(local: local, advertised: configuration.advertisedAddress(for: local))
        }
        hostAddresses = Set(interfaces + listening + configuration.alternateListen)
    }

    /// One set of endpoints per family: RFC 5780 wants two addresses, and gets two ports of one otherwise.
    private static func discovery(
        _ configuration: RelayConfiguration,
        _ listening: [IPAddress]
    ) -> [DiscoveryEndpoints] {
        guard let alternatePort = configuration.alternatePort else { return [] }
        return IPAddress.Family.allCases.compactMap { family in
            guard let primary = listening.first(where: { $0.family == family }) else { return nil }
            return DiscoveryEndpoints(
                primary: Endpoint(primary, configuration.port),
                alternatePort: alternatePort,
                alternateAddress: configuration.alternateListen.first { $0.family == family }
            )
        }
    }
}
