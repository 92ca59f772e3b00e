import Cryptography
import STUN
import SansIO

/// Tries the known mistakes and their combinations until one yields the credential that was given.
struct CredentialSearch {
    /// One explanation.
    struct Match: Hashable {
        var secretNumber: Int
        var mistakes: [CredentialMistake]
    }

    private typealias Variant<Value> = (value: Value, mistake: CredentialMistake?)

    let name: UsernameReading
    let credential: String
    let secrets: [SharedSecret]

    /// The explanation with the fewest mistakes, the first secret before later ones.
    func best() -> Match? {
        let given = readings
        var best: Match?
        for (index, secret) in secrets.enumerated() {
            let bytes = Array(secret.bytes)
            if credential == String(decoding: bytes, as: UTF8.self) {
                return Match(secretNumber: index + 1, mistakes: [.secretItself])
            }
            for key in Self.keys(of: bytes) {
                for text in texts {
                    for digest in Self.digests(of: text.value, key: key.value) {
                        guard let match = match(digest.value, given) else { continue }
                        let mistakes = [digest.mistake, key.mistake, text.mistake] + match
                        let found = Match(secretNumber: index + 1, mistakes: mistakes.compactMap(\.self))
                        if found.mistakes.count < best?.mistakes.count ?? .max { best = found }
                    }
                }
            }
        }
        return best
    }

    /// What the credential looks like, when nothing explains it.
    var form: CredentialMistake.PasswordForm {
        let text = credential.trimmed
        if text.utf8.count == 40, HexEncoding.decode(text) != nil { return .notBase64 }
        guard let bytes = Base64.decode(text) ?? Base64.decode(text, alphabet: .urlSafe) else {
            return .notBase64
        }
        switch bytes.count {
        case 20: return .sha1
        case 32: return .sha256
        default: return .otherLength(bytes.count)
        }
    }

    /// The mistakes of writing that turn a digest into the credential.
    private func match(_ digest: [UInt8], _ given: [Variant<String>]) -> [CredentialMistake?]? {
        for written in Self.writings(of: digest) {
            if let reading = given.first(where: { $0.value == written.value }) {
                return [written.mistake, reading.mistake]
            }
        }
        return nil
    }

    /// The credential as given, and what it was before something on the way changed it.
    private var readings: [Variant<String>] {
        var readings: [Variant<String>] = [(credential, nil)]
        let trimmed = String(credential.trimmed)
        if trimmed != credential { readings.append((trimmed, .passwordText(.whiteSpaceAround))) }
        if trimmed.contains(" ") {
            let restored = String(trimmed.map { $0 == " " ? "+" : $0 })
            readings.append((restored, .passwordText(.plusAsSpace)))
        }
        if trimmed.contains("%") {
            var restored = trimmed
            for (code, character) in [("%2B", "+"), ("%2F", "/"), ("%3D", "=")] {
                for spelling in [code, code.lowercased()] {
                    restored = restored.split(separator: spelling, omittingEmptySubsequences: false)
                        .joined(separator: character)
                }
            }
            readings.append((restored, .passwordText(.percentEncoded)))
        }
        return readings
    }

    private var texts: [Variant<[UInt8]>] {
        var texts: [Variant<[UInt8]>] = [
            (Array(name.text.utf8), nil), (Array("\(name.text)\n".utf8), .signedText(.lineFeedAtEnd)),
        ]
        if let right = name.right {
            texts.append((Array(right.utf8), .signedText(isReversed ? .partsReversed : .inSeconds)))
        }
        if let user = name.user, let timestamp = name.timestamp {
            texts.append((Array(user.utf8), .signedText(.userAlone)))
            texts.append((Array(timestamp.utf8), .signedText(.timestampAlone)))
            texts.append((Array("\(user):\(timestamp)".utf8), .signedText(.partsReversed)))
        }
        return texts
    }

    private var isReversed: Bool {
        name.mistakes.contains { if case .partsReversed = $0 { true } else { false } }
    }

    private static func keys(of secret: [UInt8]) -> [Variant<[UInt8]>] {
        var keys: [Variant<[UInt8]>] = [
            (secret, nil), (secret + [0x0A], .secretForm(.lineFeed)),
            (secret + [0x0D, 0x0A], .secretForm(.carriageReturnLineFeed)),
        ]
        let text = String(decoding: secret, as: UTF8.self)
        if let bytes = HexEncoding.decode(text), !bytes.isEmpty {
            keys.append((bytes, .secretForm(.hexDecoded)))
        }
        if let bytes = Base64.decode(text), !bytes.isEmpty {
            keys.append((bytes, .secretForm(.base64Decoded)))
        }
        return keys
    }

    private static func digests(of text: [UInt8], key: [UInt8]) -> [Variant<[UInt8]>] {
        [
            (HMAC.sha1(text.span, key: key.span), nil),
            (HMAC.sha256(text.span, key: key.span), .wrongDigest),
            (HMAC.sha1(key.span, key: text.span), .keyAndTextSwapped),
            (Digest.sha1((key + text).span), .plainDigest),
            (Digest.sha1((text + key).span), .plainDigest),
        ]
    }

    private static func writings(of digest: [UInt8]) -> [Variant<String>] {
        let standard = Base64.encode(digest.span)
        let urlSafe = Base64.encode(digest.span, alphabet: .urlSafe)
        let padding = String(repeating: "=", count: (4 - urlSafe.utf8.count % 4) % 4)
        let hex = HexEncoding.encode(digest)
        let upper = hex.uppercased()
        return [
            (standard, nil),
            (String(standard.prefix { $0 != "=" }), .passwordText(.unpadded)),
            (urlSafe + padding, .passwordText(.urlSafe)),
            (urlSafe, .passwordText(.urlSafeUnpadded)),
            (hex, .passwordText(.hex)),
            (upper, .passwordText(.hex)),
            (Base64.encode(Array(hex.utf8).span), .passwordText(.base64OfHex)),
            (Base64.encode(Array(upper.utf8).span), .passwordText(.base64OfHex)),
        ]
    }
}
