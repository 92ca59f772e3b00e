import JSON
import SansIO

extension ProbeJudgement {
    /// A session's cap of 12 h and a quarter of an hour: whoever fetches a credential once needs no second one.
    private static let wantedLifetime: Int64 = 12 * 3600 + 15 * 60

    /// A credential that the server has taken.
    static func accepted(_ credential: ProbeCredential, at now: UnixTime) -> ProbeJudgement {
        guard case .given(let username, _) = credential else {
            return .passed("taken; made here with the secret", ["accepted": true])
        }
        guard let expiry = UsernameReading(username).expiry else {
            return .passed("taken; its name tells no expiry", ["accepted": true])
        }
        let left = expiry.seconds - now.seconds
        let facts: [String: JSONValue] = ["accepted": true, "secondsLeft": .integer(left)]
        guard left > 0 else {
            return .failed(
                "it expired \(CredentialMistake.span(-left)) ago, and is taken all the same",
                fix: "check the server's clock, and that it looks at the time in the user name",
                facts
            )
        }
        guard left >= wantedLifetime else {
            return .warning(
                "taken; it expires in \(CredentialMistake.span(left)), a cast may last 12 h",
                fix: "make credentials that hold for 13 h (--ttl 13h), or fetch one for each connection",
                facts
            )
        }
        return .passed("taken; expires in \(CredentialMistake.span(left))", facts)
    }

    /// A credential that was given and that the server refuses.
    static func refused(username: String, password: String, at now: UnixTime) -> ProbeJudgement {
        let check = CredentialCheck(username: username, credential: password, secrets: [], at: now)
        let mistakes = check.mistakes.filter { mistake in
            switch mistake {
            // Without the secret these say nothing.
            case .unexplained(.sha1): false
            default: true
            }
        }
        var facts: [String: JSONValue] = ["accepted": false, "code": 401]
        facts["mistakes"] = .array(mistakes.map { .string($0.description) })
        guard let first = mistakes.first else {
            return .failed(
                "refused (401), and nothing is wrong with its form: another secret, or the server's clock",
                fix:
                    "compare the secrets of whoever makes credentials and of the relay (castrelay creds verify)",
                facts
            )
        }
        return .failed("refused (401): \(first)", fix: fix(for: first), facts)
    }

    private static func fix(for mistake: CredentialMistake) -> String {
        switch mistake {
        case .expired: "fetch a new credential; make them hold for 13 h (--ttl 13h)"
        case .timestampMissing, .userMissing, .partsReversed, .timestampUnit, .timestampIsLifetime,
            .timestampNotDecimal:
            "make the user name EXPIRY:USER, EXPIRY in Unix seconds"
        default: "make the credential base64(HMAC-SHA1(secret, user name)); castrelay creds verify checks it"
        }
    }

    /// What further attempts have shown of a secret whose credential is refused.
    enum SecretTrial: Hashable, Sendable {
        /// A credential that holds for ten years is taken: the server's clock is far ahead.
        case takenWithLateExpiry
        /// The server knows another of the secrets, by its place in the file.
        case knowsOther(Int)
        case refused
    }

    /// A credential made here that the server refuses.
    static func refused(_ trial: SecretTrial) -> ProbeJudgement {
        switch trial {
        case .takenWithLateExpiry:
            .failed(
                "refused (401): the secret is right, the server's clock is more than 13 h ahead of ours",
                fix: "set the clocks of both machines by NTP",
                ["accepted": false, "code": 401, "reason": "clock"]
            )
        case .knowsOther(let number):
            .failed(
                "refused (401): the server knows secret \(number) of the file, and not the first",
                fix: "restart the relay with the new secrets, the old one last",
                ["accepted": false, "code": 401, "reason": "old-secret"]
            )
        case .refused:
            .failed(
                "refused (401): the server does not share the secret",
                fix: "give both the same secret file; the relay reads it when it starts",
                ["accepted": false, "code": 401, "reason": "secret"]
            )
        }
    }

    /// What credentials around the present moment came to; nil where it is not known.
    struct ClockTrial: Hashable, Sendable {
        /// One that ended `tolerance` ago is taken.
        var takesPast: Bool?
        /// One that ended a day ago is taken.
        var takesYesterday: Bool?
        /// One that ends in `tolerance` is taken.
        var takesFuture: Bool?

        static let tolerance = Duration.seconds(30)
    }

    static func clock(_ trial: ClockTrial) -> ProbeJudgement {
        switch (trial.takesPast, trial.takesYesterday, trial.takesFuture) {
        case (_, true?, _):
            .failed(
                "credentials that ended yesterday are taken: whoever has one uses the relay for ever",
                fix: "let the server look at the time in the user name; or set its clock by NTP",
                ["reason": "expiry-ignored"]
            )
        case (true?, _, _):
            .failed(
                "the server's clock is more than 30 s behind ours",
                fix: "set the clocks of both machines by NTP",
                ["reason": "behind"]
            )
        case (_, _, false?):
            .failed(
                "the server's clock is more than 30 s ahead of ours",
                fix: "set the clocks of both machines by NTP",
                ["reason": "ahead"]
            )
        case (false?, _, true?): .passed("within 30 s of ours", ["withinSeconds": 30])
        default: .skipped("not known: some attempts got no answer")
        }
    }
}
