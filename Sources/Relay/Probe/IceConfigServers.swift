import JSON
import TURN

/// The servers in an `ice-config` answer, each with the credential that stands beside it.
struct IceConfigServers: Hashable, Sendable {
    /// Servers that share a credential.
    struct Entry: Hashable, Sendable {
        var uris: [ServerURI]
        var credential: ProbeCredential
    }

    private(set) var entries: [Entry] = []

    init() {}

    /// Takes what can be used; `IceConfigInspection` tells what is wrong with the rest.
    init(_ answer: JSONValue) {
        for server in answer["iceServers"]?.array ?? [] {
            let texts =
                server["urls"]?.array?.compactMap(\.string) ?? [server["urls"]?.string].compactMap(\.self)
            let uris = texts.compactMap { try? ServerURI($0) }
            guard !uris.isEmpty else { continue }
            var credential = ProbeCredential.none
            if let username = server["username"]?.string, let password = server["credential"]?.string {
                credential = .given(username: username, password: password)
            }
            entries.append(Entry(uris: uris, credential: credential))
        }
    }
}
