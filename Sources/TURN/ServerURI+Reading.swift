import SansIO

extension ServerURI {
    /// What is wrong with a text that should be a URI of a server.
    public enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        case scheme(String)
        /// `turn://…`, which browsers refuse.
        case slashes
        case host(String)
        case port(String)
        /// A STUN URI has no query; browsers refuse one that has.
        case queryOfSTUN
        case transport(String)
        /// `turns:` over UDP would be DTLS, which browsers do not speak to a relay.
        case secureUDP

        public var description: String {
            switch self {
            case .scheme(let text): "\"\(text)\" is no scheme of a server; accepted: stun, stuns, turn, turns"
            case .slashes: "no slashes follow the colon: turn:relay.example:3478"
            case .host(let text):
                "\"\(text)\" is no host; accepted: a name, an IPv4 address, an IPv6 address in brackets"
            case .port(let text): "\"\(text)\" is no port; accepted: 1 to 65535"
            case .queryOfSTUN: "a STUN URI has no \"?\" (RFC 7064); browsers refuse it"
            case .transport(let text): "\"\(text)\" is no transport; accepted: ?transport=udp, ?transport=tcp"
            case .secureUDP: "turns over udp would be DTLS, which browsers do not speak; write ?transport=tcp"
            }
        }
    }

    /// Reads a URI as browsers do.
    public init(_ text: String) throws(Mistake) {
        let (name, rest) = Self.split(text, at: ":")
        guard let rest, let scheme = Scheme(rawValue: name.lowercased()) else { throw .scheme(String(name)) }
        guard !rest.hasPrefix("/") else { throw .slashes }
        let (authority, query) = Self.split(rest, at: "?")
        let (host, port) = try Self.place(authority)
        var transport: Transport?
        if let query {
            guard scheme.isTURN else { throw .queryOfSTUN }
            guard query.hasPrefix("transport="), let named = Transport(rawValue: String(query.dropFirst(10)))
            else { throw .transport(String(query)) }
            transport = named
        }
        if scheme.isSecure, transport == .udp { throw .secureUDP }
        self.init(scheme, host: host, port: port, transport: transport)
    }

    private static func place(_ text: Substring) throws(Mistake) -> (host: String, port: UInt16?) {
        guard text.hasPrefix("[") else {
            let (host, port) = split(text, at: ":")
            let isName = host.utf8.allSatisfy { character in
                switch character {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            guard isName, (1...253).contains(host.utf8.count) else { throw .host(String(host)) }
            return (String(host), try Self.port(port))
        }
        let (host, rest) = split(text.dropFirst(), at: "]")
        guard let rest, IPAddress(host)?.family == .v6 else { throw .host(String(text)) }
        if rest.isEmpty { return (String(host), nil) }
        guard rest.hasPrefix(":") else { throw .host(String(text)) }
        return (String(host), try port(rest.dropFirst()))
    }

    private static func port(_ text: Substring?) throws(Mistake) -> UInt16? {
        guard let text else { return nil }
        let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, let port = UInt16(text), port > 0 else { throw .port(String(text)) }
        return port
    }

    private static func split(
        _ text: some StringProtocol,
        at separator: Character
    ) -> (Substring, Substring?) {
        let text = Substring(text)
        guard let place = text.firstIndex(of: separator) else { return (text, nil) }
        return (text[..<place], text[text.index(after: place)...])
    }
}
