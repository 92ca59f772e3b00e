import SansIO
import TURN
import YAML

/// What a person names to be probed.
enum ProbeTarget: Hashable, Sendable {
    case server(ServerURI)
    /// A name or an address alone.
    case host(String)
    /// Where the servers and a credential are to be had.
    case iceConfig(EndpointURL)

    /// What is wrong with a text that should name something to probe.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    init(_ text: String) throws(Mistake) {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        switch scheme {
        case "https", "http":
            guard let place = EndpointURL(text) else {
                throw Mistake(description: "a URL of ice-config is https://HOST\(IceConfigEndpoint.path)")
            }
            self = .iceConfig(place)
        case "stun", "stuns", "turn", "turns":
            do throws(ServerURI.Mistake) { self = .server(try ServerURI(text)) } catch {
                throw Mistake(description: "\(quoted(text)): \(error)")
            }
        default: self = .host(try Self.host(text))
        }
    }

    private static func host(_ text: String) throws(Mistake) -> String {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        if IPAddress(bare) != nil { return bare }
        if let uri = try? ServerURI("stun:\(text)") {
            guard let port = uri.port else { return uri.host }
            throw Mistake(
                description:
                    "\(quoted(text)): say what is at port \(port): stun:\(text), turn:\(text) or turns:\(text)"
            )
        }
        throw Mistake(
            description:
                "\(quoted(text)) is nothing to probe; accepted: turn:HOST:PORT?transport=tcp, turns:HOST, "
                + "stun:HOST, a host alone, https://HOST/api/public/ice-config"
        )
    }
}
