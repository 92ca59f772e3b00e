import HTTPSClient
import JSON
import SansIO

/// What an `ice-config` endpoint answered, looked at as a client would use it.
///
/// Pure: the answers and the time are given. Contract §8
struct IceConfigInspection {
    /// One URL that a client gets.
    struct Row: Hashable, Encodable {
        var url: String
        var transport: String
        /// `<expiry>:<user>`; the credential itself is shown nowhere.
        var username: String?
    }

    private(set) var rows: [Row] = []
    private(set) var findings: [Finding] = []
    /// Seconds that the credential holds from now on; nil when there is none.
    private(set) var secondsLeft: Int64?

    init(_ answers: IceConfigAnswers, at now: UnixTime) {
        if !answers.place.keepsSecrets {
            let loss = "is not encrypted, and tokens and credentials could be read on the way"
            let what = answers.user == nil ? "; no token was sent" : ""
            findings.append(.problem("\(answers.place.text) \(loss)\(what)", fix: "use https"))
        }
        inspect(anonymous: answers.anonymous)
        inspectClock(answers.user ?? answers.anonymous, now)
        if let origin = answers.origin { inspectReading(of: answers, by: origin) }
        guard let answer = answers.user else { return }
        inspectCaching(answer)
        guard answer.status == 200 else {
            findings.append(
                .problem("a signed-in user gets \(Self.words(answer))", fix: Self.fix(answer.status))
            )
            return
        }
        do throws(JSONError) {
            inspect(try JSONValue(decoding: answer.body), now)
        } catch {
            findings.append(
                .problem("the answer is \(error)", fix: "answer with the contract's JSON object (§8)")
            )
        }
    }

    init(findings: [Finding]) {
        self.findings = findings
    }

    var isUsable: Bool { !findings.contains { $0.severity == .problem } }

    private mutating func inspect(anonymous: HTTPSResponse) {
        switch anonymous.status {
        case 401: break
        case 200:
            let isOpen = (try? JSONValue(decoding: anonymous.body))?["turnConfigured"] == true
            findings.append(
                .problem(
                    isOpen
                        ? "anybody gets credentials, without a token"
                        : "anybody is answered, without a token",
                    fix: "verify the bearer token before answering"
                )
            )
        default:
            findings.append(
                .doubt(
                    "without a token it answers \(Self.words(anonymous))",
                    fix: "answer 401 unauthorized (§2)"
                )
            )
        }
    }

    private mutating func inspectClock(_ response: HTTPSResponse, _ now: UnixTime) {
        guard let date = response.date else { return }
        let skew = abs(date - now.seconds)
        guard skew > 30 else { return }
        findings.append(
            .problem(
                "the server's clock and this machine's differ by \(CredentialMistake.span(skew))",
                fix: "set both by NTP: credentials are refused at the wrong time otherwise"
            )
        )
    }

    private mutating func inspectCaching(_ response: HTTPSResponse) {
        guard response.header("Cache-Control")?.lowercased().contains("no-store") != true else { return }
        findings.append(.doubt("the answer may be kept by caches", fix: "send Cache-Control: no-store"))
    }

    /// Whether a browser lets a page of `origin` send its token and read the answer.
    ///
    /// The Fetch standard: "CORS protocol"; its `*` for headers does not cover Authorization.
    private mutating func inspectReading(of answers: IceConfigAnswers, by origin: String) {
        if let preflight = answers.preflight {
            let headers = preflight.header("Access-Control-Allow-Headers")?.lowercased() ?? ""
            let names = headers.split(separator: ",").map(\.trimmed)
            if !(200..<300).contains(preflight.status) {
                findings.append(
                    .problem(
                        "a browser that asks before it sends a token gets \(Self.words(preflight))",
                        fix: "answer OPTIONS with 204, without a token"
                    )
                )
            } else if !Self.allows(origin, preflight) || !names.contains("authorization") {
                findings.append(
                    .problem(
                        "a browser may not send a token from a page of \(origin)",
                        fix: "answer OPTIONS with Access-Control-Allow-Origin: \(origin) and "
                            + "Access-Control-Allow-Headers: authorization"
                    )
                )
            }
        }
        guard let answer = answers.user, !Self.allows(origin, answer) else { return }
        findings.append(
            .problem(
                "a page of \(origin) may not read the answer",
                fix: "send Access-Control-Allow-Origin: \(origin) (ice-config.origins of castrelay)"
            )
        )
    }

    private static func allows(_ origin: String, _ response: HTTPSResponse) -> Bool {
        ["*", origin].contains(response.header("Access-Control-Allow-Origin"))
    }

    private mutating func inspect(_ value: JSONValue, _ now: UnixTime) {
        guard let servers = value["iceServers"]?.array else {
            let isObject = value["iceServers"]?.object != nil
            findings.append(
                .problem(
                    isObject
                        ? "iceServers is one object, not an array" : "the answer has no array iceServers",
                    fix: "answer { \"iceServers\": [ … ], \"turnConfigured\": … } (§8)"
                )
            )
            return
        }
        for server in servers {
            let reading = IceServerReading(server, at: now)
            rows += reading.rows
            findings += reading.findings
            if let left = reading.secondsLeft { secondsLeft = min(secondsLeft ?? .max, left) }
        }
        inspectList(value["turnConfigured"]?.bool)
    }

    private mutating func inspectList(_ turnConfigured: Bool?) {
        let relays = rows.filter { $0.url.hasPrefix("turn") }
        if turnConfigured == nil {
            findings.append(.problem("turnConfigured is missing", fix: "add it (§8)"))
        } else if turnConfigured != !relays.isEmpty {
            findings.append(
                .problem("turnConfigured is not what iceServers says", fix: "true exactly when there is TURN")
            )
        }
        if relays.isEmpty {
            findings.append(
                .doubt(
                    "no TURN: casts across strict networks fail",
                    fix: "give the relay and this endpoint a secret"
                )
            )
        }
        if rows.count > IceConfigSettings.longestList {
            findings.append(
                .doubt("\(rows.count) URLs slow a browser down, which warns of five", fix: "at most 4 URLs")
            )
        }
        let transports = relays.map(\.transport)
        let order = ["udp", "tcp", "tls"]
        let places = transports.compactMap { order.firstIndex(of: $0) }
        if places != places.sorted() {
            findings.append(
                .doubt("TURN is listed as \(transports.joined(separator: ", "))", fix: "UDP first, TLS last")
            )
        }
        if !relays.isEmpty, !transports.contains("tls") {
            findings.append(
                .doubt(
                    "no TURN over TLS: networks that let only TLS out are left out",
                    fix: "add a turns URL"
                )
            )
        }
    }

    private static func words(_ response: HTTPSResponse) -> String {
        let error = (try? JSONValue(decoding: response.body))?["error"]
        guard let code = error?["code"]?.string else { return "\(response.status)" }
        return "\(response.status) \(code)" + (error?["message"]?.string.map { ": \($0)" } ?? "")
    }

    private static func fix(_ status: Int) -> String {
        switch status {
        case 401:
            "is the token fresh, of this project, and a user's? The endpoint's log says what is wrong with it"
        case 403: "reach it over https, or through the proxy that it trusts"
        case 404: "is the path right? The contract's is \(IceConfigEndpoint.path)"
        case 429: "wait, or raise the mint limits"
        case 503: "the endpoint can not fetch its key set; its log says why"
        default: "look at the endpoint's log"
        }
    }
}
