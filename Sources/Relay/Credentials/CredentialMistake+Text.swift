import YAML

extension CredentialMistake: CustomStringConvertible {
    /// What is wrong, then what to do about it.
    public var description: String {
        switch self {
        case .timestampMissing: "the user name has no timestamp; it is EXPIRY:USER, EXPIRY in Unix seconds"
        case .userMissing: "the user name is a timestamp alone; it is EXPIRY:USER"
        case .partsReversed(let right): "the parts of the user name are reversed; write \(quoted(right))"
        case .timestampUnit(let unit, let right):
            "the timestamp is in \(unit) instead of seconds; write \(quoted(right))"
        case .timestampIsLifetime(let seconds):
            "the timestamp \(seconds) is a lifetime; add the present time to it"
        case .timestampNotDecimal(let text):
            "the timestamp \(quoted(text)) is no plain decimal number of seconds"
        case .expired(let seconds, let hint):
            "expired \(Self.span(seconds)) ago" + (hint.map { "; \($0.text)" } ?? "")
        case .credentialMissing: "the credential is empty"
        case .passwordText(let text): text.text
        case .wrongDigest: "made with HMAC-SHA256 instead of HMAC-SHA1"
        case .keyAndTextSwapped: "key and text of the HMAC are swapped; the secret is the key"
        case .plainDigest: "a plain SHA-1 of secret and user name; it has to be HMAC-SHA1"
        case .secretItself:
            "the credential is the secret itself; whoever saw it can make credentials: replace the secret"
        case .secretForm(let form): form.text
        case .signedText(let text): text.text
        case .unexplained(let form): form.text
        }
    }

    /// A span of time in the two largest units, such as "2 h 5 min".
    static func span(_ seconds: Int64) -> String {
        let units: [(String, Int64)] = [("d", 86400), ("h", 3600), ("min", 60), ("s", 1)]
        guard let largest = units.firstIndex(where: { seconds >= $0.1 }) else { return "0 s" }
        let (name, size) = units[largest]
        let first = "\(seconds / size) \(name)"
        guard largest + 1 < units.count else { return first }
        let (smaller, smallerSize) = units[largest + 1]
        let rest = seconds % size / smallerSize
        return rest == 0 ? first : "\(first) \(rest) \(smaller)"
    }
}

extension CredentialMistake.ExpiryHint {
    fileprivate var text: String {
        switch self {
        case .mintedAsExpiry:
            "the timestamp must be the end of validity, not the time of making; or a clock is wrong"
        case .timeZone(let hours):
            "that is \(hours) h to the minute: maybe a clock shows local time instead of UTC"
        }
    }
}

extension CredentialMistake.PasswordText {
    fileprivate var text: String {
        switch self {
        case .hex: "the digest is written in hex; it has to be base64"
        case .base64OfHex: "base64 of the hex digits; it has to be base64 of the digest's 20 bytes"
        case .unpadded: "the = at the end of the base64 text is missing"
        case .urlSafe, .urlSafeUnpadded: "URL-safe base64; it has to be the standard one with +, / and ="
        case .whiteSpaceAround: "white space or a line feed around the credential"
        case .percentEncoded: "the credential is still percent-encoded"
        case .plusAsSpace: "a + of the credential became a space: it was decoded as a web form"
        }
    }
}

extension CredentialMistake.SecretForm {
    fileprivate var text: String {
        switch self {
        case .lineFeed: "made with a line feed at the end of the secret; the relay leaves it out"
        case .carriageReturnLineFeed: "made with CR LF at the end of the secret; the relay leaves it out"
        case .hexDecoded: "the secret was decoded from hex first; it is used as it is written"
        case .base64Decoded: "the secret was decoded from base64 first; it is used as it is written"
        }
    }
}

extension CredentialMistake.SignedText {
    fileprivate var text: String {
        switch self {
        case .lineFeedAtEnd: "signed with a line feed after the user name (echo without -n)"
        case .userAlone: "only the part after the colon was signed; sign the whole user name"
        case .timestampAlone: "only the timestamp was signed; sign the whole user name"
        case .partsReversed: "signed with the parts of the user name in the other order"
        case .inSeconds: "signed for a user name in seconds, which is another than the one sent"
        }
    }
}

extension CredentialMistake.PasswordForm {
    fileprivate var text: String {
        switch self {
        case .sha1: "of the right form, but for another secret or another user name"
        case .sha256:
            "32 bytes: a SHA-256, where 20 bytes of HMAC-SHA1 have to be; and another secret or user name"
        case .otherLength(let count): "\(count) bytes of base64, where 20 bytes of HMAC-SHA1 have to be"
        case .notBase64: "no base64 text of an HMAC-SHA1: 28 characters that end in ="
        }
    }
}
