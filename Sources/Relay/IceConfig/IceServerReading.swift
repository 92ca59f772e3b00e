import Cryptography
import JSON
import SansIO
import TURN

/// One entry of `iceServers`, and what is wrong with it.
struct IceServerReading {
    private(set) var rows: [IceConfigInspection.Row] = []
    private(set) var findings: [Finding] = []
    /// How long its credential holds.
    private(set) var secondsLeft: Int64?

    init(_ server: JSONValue, at now: UnixTime) {
        let urls = readURLs(server)
        let username = server["username"]?.string
        for text in urls { read(text, username) }
        let hasTURN = rows.contains { $0.url.hasPrefix("turn") }
        guard hasTURN else {
            if username != nil {
                findings.append(.doubt("a STUN entry has a username", fix: "leave it out there"))
            }
            return
        }
        guard let username, let credential = server["credential"]?.string else {
            findings.append(
                .problem("a TURN entry has no username or no credential", fix: "add both, as strings")
            )
            return
        }
        inspect(username, now)
        inspect(credential: credential)
    }

    private mutating func readURLs(_ server: JSONValue) -> [String] {
        if let list = server["urls"]?.array { return list.compactMap(\.string) }
        if let one = server["urls"]?.string {
            findings.append(
                .doubt("urls is a string", fix: "make it an array; the contract's clients expect one")
            )
            return [one]
        }
        let old = server["url"]?.string
        findings.append(
            .problem(
                old == nil ? "an entry has no urls" : "an entry has \"url\", which browsers no longer read",
                fix: "\"urls\": [ … ]"
            )
        )
        return [old].compactMap(\.self)
    }

    private mutating func read(_ text: String, _ username: String?) {
        do throws(ServerURI.Mistake) {
            let uri = try ServerURI(text)
            rows.append(
                IceConfigInspection.Row(
                    url: text,
                    transport: "\(uri.effectiveTransport)",
                    username: uri.scheme.isTURN ? username : nil
                )
            )
            if let doubt = uri.doubtfulReach {
                findings.append(
                    .problem(
                        "\(text) is \(doubt)",
                        fix: "advertise the public address (external-ip) or a name"
                    )
                )
            } else if uri.scheme == .turns, IPAddress(uri.host) != nil {
                findings.append(
                    .doubt(
                        "\(text) names an address; certificates are for names",
                        fix: "use the relay's name"
                    )
                )
            }
        } catch {
            findings.append(
                .problem("\(text) is no URL for WebRTC: \(error)", fix: "correct it; browsers throw on it")
            )
        }
    }

    private mutating func inspect(_ username: String, _ now: UnixTime) {
        let reading = UsernameReading(username)
        for mistake in reading.mistakes {
            findings.append(.problem("\(mistake)", fix: "username is EXPIRY:USER, EXPIRY in Unix seconds"))
        }
        guard let expiry = reading.expiry else { return }
        let left = expiry.seconds.subtractingReportingOverflow(now.seconds).partialValue
        secondsLeft = left
        if left <= 0 {
            findings.append(
                .problem(
                    "the credential has expired \(CredentialMistake.span(-left)) ago",
                    fix: "check the clocks"
                )
            )
        } else if left < IceConfigSettings.shortestSafeTTL.components.seconds {
            findings.append(
                .doubt(
                    "the credential holds for \(CredentialMistake.span(left)) only; a cast may last 12 h",
                    fix: "a TTL of 12h15m or more"
                )
            )
        }
    }

    private mutating func inspect(credential: String) {
        guard Base64.decode(credential)?.count != 20 else { return }
        findings.append(
            .problem(
                "the credential is no base64 text of an HMAC-SHA1 (28 characters that end in =)",
                fix: "base64(HMAC-SHA1(secret, username)); castrelay creds verify names the mistake"
            )
        )
    }
}
