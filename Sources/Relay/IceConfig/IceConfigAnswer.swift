import JSON
import STUN
import TURN

/// What a client gets of `ice-config`: the contract's shape (§8), and `ttl` besides.
struct IceConfigAnswer: Encodable {
    /// One entry of RTCConfiguration's `iceServers`.
    struct Server: Encodable {
        var urls: [String]
        var username: String?
        var credential: String?
    }

    var iceServers: [Server]
    var turnConfigured: Bool
    /// How long the credential holds, in seconds; none without TURN.
    var ttl: Int?

    /// The answer without TURN servers, or with them and a credential for them.
    init(_ uris: [ServerURI], credential: TimeLimitedCredential?, ttl: Int) {
        let stun = uris.filter { !$0.scheme.isTURN }.map(\.description)
        iceServers = stun.isEmpty ? [] : [Server(urls: stun)]
        let turn = uris.filter(\.scheme.isTURN).map(\.description)
        guard let credential, !turn.isEmpty else {
            turnConfigured = false
            return
        }
        iceServers.append(
            Server(urls: turn, username: credential.username.text, credential: credential.password)
        )
        turnConfigured = true
        self.ttl = ttl
    }
}
