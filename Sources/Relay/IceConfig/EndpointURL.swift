import SansIO

/// Where an endpoint of the web is asked: a URL of http or https.
struct EndpointURL: Hashable, Sendable {
    let text: String
    let isEncrypted: Bool
    /// A name, or an address without brackets.
    let host: String

    /// Reads the scheme and the host; what follows is left to the server.
    ///
    /// Nil for other schemes, and for a URL that holds a user's name, which would be a secret in an
    /// argument.
    init?(_ text: String) {
        guard let end = text.firstRange(of: "://")?.upperBound else { return nil }
        switch text[..<end].lowercased() {
        case "https://": isEncrypted = true
        case "http://": isEncrypted = false
        default: return nil
        }
        let authority = text[end...].prefix { !"/?#".contains($0) }
        guard !authority.contains("@"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        let host =
            authority.hasPrefix("[")
            ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        guard !host.isEmpty else { return nil }
        self.text = text
        self.host = String(host)
    }

    /// Whether what is sent stays on this machine.
    var isLocal: Bool { host.lowercased() == "localhost" || IPAddress(host)?.isLoopback == true }

    /// Whether a token may be sent: nobody on the way can read it.
    var keepsSecrets: Bool { isEncrypted || isLocal }
}
