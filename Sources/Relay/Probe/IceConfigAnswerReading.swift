import HTTPSClient
import JSON
import SansIO
import TURN

/// What a probe makes of the answer of an `ice-config` endpoint.
struct IceConfigAnswerReading: Sendable {
    /// Servers that share a credential.
    struct Server: Hashable, Sendable {
        var uris: [ServerURI]
        var credential: ProbeCredential
    }

    private(set) var servers: [Server] = []
    /// What clients would stumble over.
    private(set) var faults: [String] = []
    private(set) var isTURNConfigured: Bool?
    /// Seconds.
    private(set) var ttl: Int64?

    init() {}

    /// Reads a body of the contract's shape: `{ iceServers: [{ urls, username?, credential? }], turnConfigured }`.
    init(_ body: JSONValue) {
        isTURNConfigured = body["turnConfigured"]?.bool
        ttl = body["ttl"]?.integer
        guard let entries = body["iceServers"]?.array else {
            faults.append("iceServers is no array")
            return
        }
        for (index, entry) in entries.enumerated() { read(entry, "iceServers[\(index)]") }
        if urlCount == 0, faults.isEmpty { faults.append("iceServers names no server") }
    }

    var urlCount: Int { servers.reduce(0) { $0 + $1.uris.count } }
    var hasTURN: Bool { servers.contains { $0.uris.contains { $0.scheme.isTURN } } }

    private mutating func read(_ entry: JSONValue, _ place: String) {
        let texts: [JSONValue]
        switch entry["urls"] {
        case .array(let list)?: texts = list
        case .string(let text)?: texts = [.string(text)]
        default:
            faults.append(
                entry["url"] == nil ? "\(place) has no urls" : "\(place) has url, which is no more; urls"
            )
            return
        }
        var uris: [ServerURI] = []
        for text in texts {
            do throws(ServerURI.Mistake) {
                uris.append(try ServerURI(text.string ?? ""))
            } catch {
                faults.append("\(place): \(error)")
            }
        }
        var credential = ProbeCredential.none
        if let username = entry["username"]?.string, let password = entry["credential"]?.string {
            credential = .given(username: username, password: password)
        } else if uris.contains(where: \.scheme.isTURN) {
            faults.append("\(place) has turn: without username and credential, which browsers refuse")
        }
        guard !uris.isEmpty else { return }
        servers.append(Server(uris: uris, credential: credential))
    }

    /// The host that a URL is about.
    static func host(of url: String) -> String {
        let rest = url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
        let authority = rest.split(separator: "@").last ?? ""
        return String(authority)
    }
}
