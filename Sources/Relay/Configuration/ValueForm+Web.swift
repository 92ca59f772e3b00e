import SansIO
import TURN
import YAML

extension ValueForm where Value == String {
    /// A host's name or address, as a URI has it.
    static var hostName: ValueForm {
        ValueForm(accepted: "a name such as relay.example, or an address", placeholder: "NAME") {
            (text) throws(ValueHint) in
            if IPAddress(text)?.family == .v6 { return text }
            do throws(ServerURI.Mistake) {
                let uri = try ServerURI("stun:\(text)")
                guard uri.port == nil else { throw ServerURI.Mistake.host(text) }
                return uri.host
            } catch {
                throw ValueHint(text.contains(":") ? "the name alone, without scheme and port" : nil)
            }
        }
    }

    /// The origin of a web page, RFC 6454 §6.2, or any.
    static var webOrigin: ValueForm {
        ValueForm(accepted: "an origin such as https://app.example, or *", placeholder: "ORIGIN") {
            (text) throws(ValueHint) in
            if text == "*" { return text }
            guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { throw .none }
            let authority = text.dropFirst(scheme.count)
            guard !authority.isEmpty, !authority.contains(where: { "/?#@ \"*,".contains($0) }) else {
                let meant = authority.prefix { !"/?#".contains($0) }
                throw ValueHint(
                    meant.isEmpty || meant.contains { "@ \"*,".contains($0) }
                        ? nil : "an origin ends with its host: did you mean \(scheme)\(meant)?"
                )
            }
            return text.lowercased()
        }
    }

    /// A file of keys, or where to fetch them.
    static var keySetLocation: ValueForm {
        ValueForm(
            accepted: "the path of a file, or an https URL such as "
                + "https://PROJECT.supabase.co/auth/v1/.well-known/jwks.json",
            placeholder: "FILE|URL"
        ) { (text) throws(ValueHint) in
            guard !text.isEmpty, !text.utf8.contains(0) else { throw .none }
            if text.hasPrefix("http://") {
                throw ValueHint("keys that anybody on the way may change are none: https")
            }
            guard !text.hasPrefix("https://") || text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw .none
            }
            return text
        }
    }

    /// One line of text.
    static func line(_ example: String) -> ValueForm {
        ValueForm(accepted: "text such as \(example)", placeholder: "TEXT") { (text) throws(ValueHint) in
            guard (1...512).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else {
                throw .none
            }
            return text
        }
    }
}

extension ValueForm where Value == ServerURI {
    /// A URL for a client's list of servers.
    static var serverURI: ValueForm {
        ValueForm(
            accepted: "a URL such as turn:relay.example:3478?transport=udp",
            placeholder: "URL"
        ) { (text) throws(ValueHint) in
            do throws(ServerURI.Mistake) {
                return try ServerURI(text)
            } catch {
                throw ValueHint(error.description)
            }
        }
    }
}
