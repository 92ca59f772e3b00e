import SansIO
import TURN

extension RelayConfiguration {
    /// The addresses of the `ice-config` endpoint, given those of the machine's interfaces.
    func iceConfigAddresses(among interfaces: [IPAddress]) -> [IPAddress] {
        guard iceConfig.listen.isEmpty else {
            var own = self
            own.listen = iceConfig.listen
            own.alternateListen = []
            return own.listeningAddresses(among: interfaces)
        }
        let loopbacks = [IPAddress(127, 0, 0, 1), IPAddress(v6: 0, 1)]
        let local = loopbacks.filter { address in
            iceConfig.trustedProxies.contains { $0.contains(address) }
        }
        let isLocalOnly = iceConfig.trustedProxies.allSatisfy { $0.address.isLoopback }
        if !iceConfig.isSecure, isLocalOnly { return local }
        let own = listeningAddresses(among: interfaces)
        return own + local.filter { !own.contains($0) }
    }

    /// What clients are told: STUN, then TURN over UDP, TCP and TLS, in the order in which they are to try them.
    ///
    /// Without a name it is the first advertised address of each family that is told, as far as four URLs go; TLS
    /// is left out then, because certificates are for names.
    func iceServerURIs(advertised: [IPAddress]) -> [ServerURI] {
        if !iceConfig.urls.isEmpty { return iceConfig.urls }
        if let host = iceConfig.host {
            var uris = [
                ServerURI(.stun, host: host, port: port),
                ServerURI(.turn, host: host, port: port, transport: .udp),
                ServerURI(.turn, host: host, port: port, transport: .tcp),
            ]
            if tls != nil { uris.append(ServerURI(.turns, host: host, port: tlsPort, transport: .tcp)) }
            return uris
        }
        guard let first = advertised.first else { return [] }
        let hosts = [first] + [advertised.first { $0.family != first.family }].compactMap(\.self)
        let turn: [ServerURI] = [.udp, .tcp].flatMap { transport in
            hosts.map { ServerURI(.turn, host: "\($0)", port: port, transport: transport) }
        }
        let stun = ServerURI(.stun, host: "\(first)", port: port)
        return [stun] + turn.prefix(IceConfigSettings.longestList - 1)
    }
}
