import HTTPSClient
import JSON
import SansIO

extension ProbeJudgement {
    /// An endpoint that is not reached.
    static func iceConfig(_ failure: HTTPSFailure) -> ProbeJudgement {
        let fix =
            switch failure.leg {
            case .url: "write https://HOST/api/public/ice-config"
            case .name: "add an address record for the host, or correct the name"
            case .connection, .timeout: "start what serves it, and open TCP 443 in the firewalls before it"
            case .tls, .certificate: "give it a certificate for that name, its whole chain included"
            case .responseTooLong, .response: "check what answers there: it is no ice-config"
            case .stopped, .local: "check the files named, --tls-trust for instance"
            }
        return .failed(
            "ice-config is not reached: \(failure)",
            fix: fix,
            ["reason": .string("\(failure.leg)")]
        )
    }

    /// An answer that is no success.
    static func iceConfig(status: Int, hasToken: Bool) -> ProbeJudgement {
        let facts: [String: JSONValue] = ["status": .integer(Int64(status))]
        switch status {
        case 401 where !hasToken:
            return .failed(
                "it wants a token (401)",
                fix: "give the access token of a signed-in user: --token-file FILE or CASTRELAY_TOKEN",
                facts
            )
        case 401:
            return .failed(
                "the token is refused (401)",
                fix: "take a fresh token; then compare the endpoint's key set and issuer with the project's",
                facts
            )
        case 403:
            return .failed(
                "it refuses (403)",
                fix: "reach it over HTTPS: the proxy before it has to be trusted and say so",
                facts
            )
        case 404:
            return .failed("nothing is there (404)", fix: "check the path: /api/public/ice-config", facts)
        case 429:
            return .failed(
                "too many credentials were asked for (429)",
                fix: "wait, or raise its limits",
                facts
            )
        case 503:
            return .failed(
                "it can check no token at present (503)",
                fix: "see its log: the key set (JWKS) can not be fetched",
                facts
            )
        default:
            return .failed("it answers \(status)", fix: "see the endpoint's log", facts)
        }
    }

    /// A success; `answersStrangers` when it gave the same without a token.
    static func iceConfig(_ reading: IceConfigAnswerReading, answersStrangers: Bool?) -> ProbeJudgement {
        var facts: [String: JSONValue] = ["urls": .integer(Int64(reading.urlCount))]
        if let ttl = reading.ttl { facts["ttl"] = .integer(ttl) }
        if let isConfigured = reading.isTURNConfigured { facts["turnConfigured"] = .bool(isConfigured) }
        if answersStrangers == true, reading.hasTURN {
            return .failed(
                "it gives credentials to anybody, without a token",
                fix: "let it check tokens: anonymous callers have to get 401",
                facts
            )
        }
        if let fault = reading.faults.first {
            return .failed(fault, fix: "correct the list: { \"urls\": [\"turn:HOST:3478\"], … }", facts)
        }
        let text = "\(reading.urlCount) URLs"
        guard reading.hasTURN else {
            return .warning(
                "\(text), none of them turn: casts across strict NATs fail",
                fix: "name the relay's URLs and give the endpoint its secret",
                facts
            )
        }
        if reading.isTURNConfigured != true {
            return .warning("\(text); turnConfigured is not true", fix: "set turnConfigured to true", facts)
        }
        if reading.urlCount > 4 {
            return .warning(
                "\(text): Firefox warns of five and more, and gathering takes longer",
                fix: "keep one STUN URL, and turn: by UDP, TCP and TLS",
                facts
            )
        }
        return .passed(text, facts)
    }
}
