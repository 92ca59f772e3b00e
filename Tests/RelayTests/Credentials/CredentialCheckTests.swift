import Cryptography
import Relay
import STUN
import SansIO
import Testing

@Suite struct CredentialCheckTests {
    private static let now = UnixTime(seconds: 1_787_270_400)
    private static let name = "1787274000:alice"
    private static let first = "5a6f4e3d2c1b0a998877665544332211"
    private static let second = "c2Vjb25kIHNlY3JldCBvZiAzMiBieXRl"

    private func check(
        _ credential: String,
        for username: String = name,
        secrets: [String] = [first, second]
    ) -> CredentialCheck {
        CredentialCheck(
            username: username,
            credential: credential,
            secrets: secrets.compactMap { SharedSecret($0) },
            at: Self.now
        )
    }

    /// HMAC-SHA1 as an integrator computes it, from whatever key and text.
    private static func sha1(_ text: String, _ key: [UInt8]) -> [UInt8] {
        HMAC.sha1(Array(text.utf8).span, key: key.span)
    }

    private static func sha1(_ text: String, _ key: String = first) -> [UInt8] { sha1(text, Array(key.utf8)) }

    private static func base64(_ bytes: [UInt8]) -> String { Base64.encode(bytes.span) }

    @Test func agreesWithTheUsualRecipe() {
        // printf %s 1787274000:alice | openssl dgst -sha1 -hmac 5a6f4e3d2c1b0a998877665544332211 -binary | base64
        let check = check("QWys3c6uNVWKWKYKmo2l1HPZhh4=")
        #expect(check.isValid)
        #expect(check.secretNumber == 1)
        #expect(check.expiry == UnixTime(seconds: 1_787_274_000))
        #expect(check.remarks.isEmpty)
    }

    @Test func tellsWhichOfTheSecretsSigned() {
        let check = check(Self.base64(Self.sha1(Self.name, Self.second)))
        #expect(check.isValid)
        #expect(check.secretNumber == 2)
        #expect(check.remarks.count == 1)
        #expect(check.remarks[0].hasPrefix("signed with secret 2 of 2"))
    }

    @Test(
        arguments: [
            (HexEncoding.encode(sha1(name)), [.passwordText(.hex)]),
            (HexEncoding.encode(sha1(name)).uppercased(), [.passwordText(.hex)]),
            (base64(Array(HexEncoding.encode(sha1(name)).utf8)), [.passwordText(.base64OfHex)]),
            (String(base64(sha1(name)).dropLast()), [.passwordText(.unpadded)]),
            (base64(sha1(name)) + "\n", [.passwordText(.whiteSpaceAround)]),
            (base64(sha1(name)).replacing("=", with: "%3D"), [.passwordText(.percentEncoded)]),
            (base64(HMAC.sha256(Array(name.utf8).span, key: Array(first.utf8).span)), [.wrongDigest]),
            (base64(sha1(first, name)), [.keyAndTextSwapped]),
            (base64(Digest.sha1(Array((first + name).utf8).span)), [.plainDigest]),
            (base64(Digest.sha1(Array((name + first).utf8).span)), [.plainDigest]),
            (first, [.secretItself]),
            (base64(sha1(name, first + "\n")), [.secretForm(.lineFeed)]),
            (base64(sha1(name, first + "\r\n")), [.secretForm(.carriageReturnLineFeed)]),
            (base64(sha1(name, HexEncoding.decode(first) ?? [])), [.secretForm(.hexDecoded)]),
            (base64(sha1(name, Base64.decode(second) ?? [])), [.secretForm(.base64Decoded)]),
            (base64(sha1(name + "\n")), [.signedText(.lineFeedAtEnd)]),
            (base64(sha1("alice")), [.signedText(.userAlone)]),
            (base64(sha1("1787274000")), [.signedText(.timestampAlone)]),
            (base64(sha1("alice:1787274000")), [.signedText(.partsReversed)]),
            (HexEncoding.encode(sha1(name, first + "\n")), [.secretForm(.lineFeed), .passwordText(.hex)]),
            (
                HexEncoding.encode(HMAC.sha256(Array(name.utf8).span, key: Array(first.utf8).span)),
                [.wrongDigest, .passwordText(.hex)]
            ),
            ("", [.credentialMissing]),
            (base64(sha1(name, "another secret")), [.unexplained(.sha1)]),
            (base64([UInt8](repeating: 7, count: 32)), [.unexplained(.sha256)]),
            (base64([1, 2, 3]), [.unexplained(.otherLength(3))]),
            ("hunter2!", [.unexplained(.notBase64)]),
        ] as [(String, [CredentialMistake])]
    )
    func namesTheMistakeInTheCredential(_ credential: String, _ mistakes: [CredentialMistake]) {
        #expect(check(credential).mistakes == mistakes)
    }

    @Test func namesURLSafeBase64AndFormDecoding() throws {
        // Users whose digest holds the characters that the two alphabets write differently.
        for number in 0..<40 {
            let name = "1787274000:user\(number)"
            let right = Self.base64(Self.sha1(name))
            guard right.contains("+") else { continue }
            let urlSafe = right.replacing("+", with: "-").replacing("/", with: "_")
            #expect(check(urlSafe, for: name).mistakes == [.passwordText(.urlSafe)])
            let unpadded = String(urlSafe.dropLast())
            #expect(check(unpadded, for: name).mistakes == [.passwordText(.urlSafeUnpadded)])
            let asForm = right.replacing("+", with: " ")
            #expect(check(asForm, for: name).mistakes == [.passwordText(.plusAsSpace)])
            return
        }
        Issue.record("no digest with a +")
    }

    @Test(
        arguments: [
            ("alice", [.timestampMissing]),
            ("", [.timestampMissing]),
            ("1787274000", [.userMissing]),
            ("1787274000:", [.userMissing]),
            ("alice:1787274000", [.partsReversed(right: "1787274000:alice")]),
            ("1787274000000:alice", [.timestampUnit("milliseconds", right: "1787274000:alice")]),
            ("1787274000000000:alice", [.timestampUnit("microseconds", right: "1787274000:alice")]),
            ("1787274000000000000:alice", [.timestampUnit("nanoseconds", right: "1787274000:alice")]),
            ("1787274000.5:alice", [.timestampNotDecimal("1787274000.5")]),
            ("2026-08-20T20:00:alice", [.timestampNotDecimal("2026-08-20T20")]),
            ("01787274000:alice", [.timestampNotDecimal("01787274000")]),
            ("+1787274000:alice", [.timestampNotDecimal("+1787274000")]),
            ("99999999999999999999:alice", [.timestampNotDecimal("99999999999999999999")]),
            ("46800:alice", [.timestampIsLifetime(46_800)]),
            ("1787270400:alice", [.expired(by: 0, hint: .mintedAsExpiry)]),
            ("1787270395:alice", [.expired(by: 5, hint: .mintedAsExpiry)]),
            ("1787268000:alice", [.expired(by: 2400, hint: nil)]),
            ("1787245203:alice", [.expired(by: 25_197, hint: .timeZone(hours: 7))]),
            ("1787000000:alice", [.expired(by: 270_400, hint: nil)]),
            (
                "alice:1787268000000",
                [
                    .partsReversed(right: "1787268000000:alice"),
                    .timestampUnit("milliseconds", right: "1787268000:alice"), .expired(by: 2400, hint: nil),
                ]
            ),
        ] as [(String, [CredentialMistake])]
    )
    func namesTheMistakeInTheUserName(_ username: String, _ mistakes: [CredentialMistake]) {
        #expect(check(Self.base64(Self.sha1(username)), for: username).mistakes == mistakes)
    }

    @Test func noticesASignatureOverTheNameInSeconds() {
        let check = check(Self.base64(Self.sha1(Self.name)), for: "1787274000000:alice")
        let unit = CredentialMistake.timestampUnit("milliseconds", right: Self.name)
        #expect(check.mistakes == [unit, .signedText(.inSeconds)])
    }

    @Test func isValidUpToTheLastSecond() {
        let name = "1787270401:alice"
        #expect(check(Self.base64(Self.sha1(name)), for: name).isValid)
    }

    @Test func takesColonsForPartOfTheUser() {
        let name = "1787274000:alice:7"
        #expect(check(Self.base64(Self.sha1(name)), for: name).isValid)
    }

    @Test func remarksOnALongValidity() {
        let name = "1789862400:alice"
        let check = check(Self.base64(Self.sha1(name)), for: name)
        #expect(check.isValid)
        #expect(check.remarks == ["valid for another 30 d: whoever gets hold of it can use it as long"])
    }

    @Test func judgesWithoutTrapsWhateverIsGiven() {
        for name in ["9223372036854775807:x", "0:x", ":", "::", "\u{0}:\u{0}", "1:2", "-1:x"] {
            #expect(!check("%%%+++===   ", for: name).isValid)
        }
    }

    @Test func writesSpansInTwoUnits() {
        let check = check("x", for: "1787263095:alice")
        #expect(check.mistakes.first?.description == "expired 2 h 1 min ago")
    }
}
