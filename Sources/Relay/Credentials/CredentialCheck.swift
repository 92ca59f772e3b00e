public import STUN
public import SansIO

/// Says whether a time-limited credential is good, and otherwise which mistake made it.
///
/// The relay itself only ever compares; this is for the person whose credentials it refuses.
public struct CredentialCheck: Hashable, Sendable {
    /// No mistake was found.
    public var isValid: Bool { mistakes.isEmpty }
    public private(set) var mistakes: [CredentialMistake] = []
    /// Which of the secrets signed it, counted from 1.
    public private(set) var secretNumber: Int?
    /// The end of its validity, as far as it can be read.
    public private(set) var expiry: UnixTime?
    /// What is no mistake, but worth knowing.
    public private(set) var remarks: [String] = []

    /// Judges a user name and its credential at a time, against secrets in their order.
    public init(username: String, credential: String, secrets: [SharedSecret], at now: UnixTime) {
        let name = UsernameReading(username)
        expiry = name.expiry
        mistakes += name.mistakes
        if let expiry { checkTime(expiry, at: now) }
        checkPassword(credential, for: name, secrets)
    }

    private mutating func checkTime(_ expiry: UnixTime, at now: UnixTime) {
        let left = expiry.seconds.subtractingReportingOverflow(now.seconds).partialValue
        guard left <= 0 else {
            if left > 48 * 3600 {
                remarks.append(
                    "valid for another \(CredentialMistake.span(left)): whoever gets hold of it can use it as long"
                )
            }
            return
        }
        guard expiry.seconds >= 100_000_000 else {
            mistakes.append(.timestampIsLifetime(expiry.seconds))
            return
        }
        mistakes.append(.expired(by: -left, hint: Self.hint(expiredBy: -left)))
    }

    private static func hint(expiredBy seconds: Int64) -> CredentialMistake.ExpiryHint? {
        if seconds <= 300 { return .mintedAsExpiry }
        let hours = (seconds + 60) / 3600
        guard (1...14).contains(hours), abs(seconds - hours * 3600) <= 60 else { return nil }
        return .timeZone(hours: Int(hours))
    }

    private mutating func checkPassword(
        _ credential: String,
        for name: UsernameReading,
        _ secrets: [SharedSecret]
    ) {
        guard !credential.isEmpty else {
            mistakes.append(.credentialMissing)
            return
        }
        let search = CredentialSearch(name: name, credential: credential, secrets: secrets)
        guard let found = search.best() else {
            mistakes.append(.unexplained(search.form))
            return
        }
        mistakes += found.mistakes
        secretNumber = found.secretNumber
        if found.secretNumber > 1 {
            remarks.append(
                "signed with secret \(found.secretNumber) of \(secrets.count), not with the first: "
                    + "whoever makes credentials has not changed to the new one"
            )
        }
    }
}
