import JSON
import SansIO
import TestTokens
import Testing

@testable import Cryptography

struct TokenVerifierTests {
    private static let issuer = "https://project.example/auth/v1"
    private static let user = "7f0c2a4e-0d5b-4a9e-8a51-0f6f4f6f2c11"
    private static let now = UnixTime(seconds: 1_800_000_000)
    private static let secret = Array("a secret of the project's, shared".utf8)

    private static func claims(_ changes: [String: JSONValue] = [:]) -> JSONValue {
        TokenSigner.claims(issuer: issuer, user: user, expiry: now.seconds + 3600, changing: changes)
    }

    private static func verifier(_ signers: TokenSigner...) throws -> TokenVerifier {
        var verifier = TokenVerifier(issuer: issuer)
        verifier.secrets = [Array("the secret of yesterday, retired soon".utf8), secret]
        let keys = signers.map(\.jsonWebKey)
        if !keys.isEmpty {
            verifier.keys = try JSONWebKeySet(
                decoding: Array(JSONText.line(["keys": .array(keys)] as JSONValue).utf8)
            )
        }
        return verifier
    }

    private static func rejection(_ token: String, _ verifier: TokenVerifier) -> TokenRejection? {
        do {
            _ = try verifier.verify(token, at: now)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: JWSAlgorithm.allCases, ["key-1", nil])
    func believesATokenOfEachAlgorithm(_ algorithm: JWSAlgorithm, _ keyID: String?) throws {
        let signer =
            algorithm == .hs256
            ? TokenSigner(secret: Self.secret, keyID: keyID) : try TokenSigner(algorithm, keyID: keyID)
        let verifier = algorithm == .hs256 ? try Self.verifier() : try Self.verifier(signer)
        let claims = try verifier.verify(try signer.token(Self.claims()), at: Self.now)
        #expect(claims.user.description == Self.user)
        #expect(claims.expiry == Self.now + .seconds(3600))
        #expect(claims.isAnonymous)
    }

    @Test(
        arguments: [
            (["exp": 1_799_999_971], nil),
            (["exp": 1_799_999_970], .expired(secondsAgo: 30)),
            (["exp": .number(1_800_000_000.5)], nil),
            (["exp": .null], .malformed), (["exp": "1800003600"], .malformed),
            (["exp": .number(1e300)], .malformed),
            (["nbf": 1_800_000_030], nil), (["nbf": 1_800_000_031], .notYetValid(secondsAhead: 31)),
            (["iss": "https://other.example/auth/v1"], .issuer("https://other.example/auth/v1")),
            (["iss": .null], .issuer(nil)), (["iss": ["https://project.example/auth/v1"]], .issuer(nil)),
            (["aud": ["other", "authenticated"]], nil), (["aud": "anon"], .audience),
            (["aud": []], .audience),
            (["aud": .null], .audience),
            (["role": "anon", "sub": .null], .role("anon")),
            (["role": "service_role"], .role("service_role")),
            (["role": .null], .role(nil)),
            (["sub": .null], .subject), (["sub": "alice"], .subject), (["sub": 7], .subject),
            (["sub": "7f0c2a4e0d5b4a9e8a510f6f4f6f2c11"], .subject),
            (["sub": "7f0c2a4e-0d5b-4a9e-8a51-0f6f4f6f2c1:"], .subject),
            (["is_anonymous": .null], nil),
        ] as [([String: JSONValue], TokenRejection?)]
    )
    func looksAtEveryClaim(_ changes: [String: JSONValue], _ expected: TokenRejection?) throws {
        let token = try TokenSigner(secret: Self.secret).token(Self.claims(changes))
        #expect(Self.rejection(token, try Self.verifier()) == expected)
    }

    @Test(arguments: ["none", "None", "", "RS512", "PS256", "HS384", "HS512", "ES384", "EdDSA", "hs256"])
    func refusesEveryOtherAlgorithm(_ name: String) throws {
        let signer = try TokenSigner(.rs256, keyID: "key-1")
        let token = try signer.token(Self.claims(), header: ["alg": .string(name)])
        #expect(Self.rejection(token, try Self.verifier(signer)) == .algorithm(name))
        let unsigned = token.split(separator: ".").prefix(2).joined(separator: ".") + "."
        #expect(Self.rejection(unsigned, try Self.verifier(signer)) == .algorithm(name))
    }

    @Test func doesNotTakeAPublicKeyForASecret() throws {
        let signer = try TokenSigner(.rs256, keyID: "key-1")
        let verifier = try Self.verifier(signer)
        for text in [JSONText.line(signer.jsonWebKey), signer.jsonWebKey["n"]?.string ?? ""] {
            for keyID in ["key-1", nil, "another"] {
                let forger = TokenSigner(secret: Array(text.utf8), keyID: keyID)
                let expected: TokenRejection = keyID == "key-1" ? .algorithm("HS256") : .signature
                #expect(Self.rejection(try forger.token(Self.claims()), verifier) == expected)
            }
        }
        var withoutSecret = verifier
        withoutSecret.secrets = []
        let empty = try TokenSigner(secret: []).token(Self.claims())
        #expect(Self.rejection(empty, withoutSecret) == .algorithm("HS256"))
    }

    @Test func usesAKeyForItsOwnAlgorithmOnly() throws {
        let rsa = try TokenSigner(.rs256, keyID: "one")
        let curve = try TokenSigner(.es256, keyID: "two")
        let verifier = try Self.verifier(rsa, curve)
        let token = try rsa.token(Self.claims(), header: ["kid": "two"])
        #expect(Self.rejection(token, verifier) == .algorithm("RS256"))
        let renamed = try rsa.token(Self.claims(), header: ["alg": "ES256", "kid": "one"])
        #expect(Self.rejection(renamed, verifier) == .algorithm("ES256"))
        let swapped = try rsa.token(Self.claims(), header: ["alg": "ES256", "kid": "two"])
        #expect(Self.rejection(swapped, verifier) == .signature)
        #expect(Self.rejection(try rsa.token(Self.claims()), verifier) == nil)
        #expect(Self.rejection(try curve.token(Self.claims()), verifier) == nil)
    }

    @Test func namesAKeyThatIsNotThere() throws {
        let known = try TokenSigner(.es256, keyID: "old")
        let unknown = try TokenSigner(.es256, keyID: "new")
        let verifier = try Self.verifier(known)
        #expect(Self.rejection(try unknown.token(Self.claims()), verifier) == .unknownKey("new"))
        let impostor = try unknown.token(Self.claims(), header: ["kid": "old"])
        #expect(Self.rejection(impostor, verifier) == .signature)
    }

    @Test func takesATokenWithoutKeyIDAgainstASingleKeyOnly() throws {
        let keys = [try TokenSigner(.es256, keyID: "one"), try TokenSigner(.es256, keyID: "two")]
        let token = try keys[0].token(Self.claims(), header: ["kid": .null])
        #expect(Self.rejection(token, try Self.verifier(keys[0], keys[1])) == .malformed)
        let nameless = try TokenSigner(.es256, keyID: nil)
        #expect(
            Self.rejection(try nameless.token(Self.claims()), try Self.verifier(keys[0], keys[1]))
                == .algorithm("ES256")
        )
        #expect(Self.rejection(try nameless.token(Self.claims()), try Self.verifier(keys[0])) == .signature)
    }

    @Test func refusesASignatureOfZerosOrInDER() throws {
        let signer = try TokenSigner(.es256, keyID: "key-1")
        let verifier = try Self.verifier(signer)
        let parts = try signer.token(Self.claims()).split(separator: ".").map(String.init)
        let signature = try #require(Base64.decode(parts[2], alphabet: .urlSafe))
        let sequence = DERValue.sequence(
            DERValue.integer(signature[..<32]),
            DERValue.integer(signature[32...])
        )
        for forged in [
            [UInt8](repeating: 0, count: 64), sequence, [], Array(signature.dropLast()), signature + [0],
        ] {
            let text = Base64.encode(forged.span, alphabet: .urlSafe)
            #expect(Self.rejection("\(parts[0]).\(parts[1]).\(text)", verifier) == .signature)
        }
    }

    @Test func refusesTextThatIsNoToken() throws {
        let verifier = try Self.verifier()
        let good = try TokenSigner(secret: Self.secret).token(Self.claims())
        let bad = [
            "", ".", "..", "a.b", "a.b.c.d", good + ".", " " + good, good + " ", good + "=", "x" + good,
            String(good.dropLast()), good.replacing(".", with: ".."), "e30.e30.e30", "W10.e30.AA",
        ]
        for text in bad {
            let rejection = Self.rejection(text, verifier)
            #expect(rejection == .malformed || rejection == .signature, "\(text.prefix(20))")
        }
        #expect(Self.rejection(good + String(repeating: "A", count: 8192), verifier) == .tooLong)
    }

    @Test func refusesAnExtensionItDoesNotKnow() throws {
        let signer = TokenSigner(secret: Self.secret)
        let token = try signer.token(Self.claims(), header: ["crit": ["b64"], "b64": false])
        #expect(Self.rejection(token, try Self.verifier()) == .critical)
    }

    @Test func losesNoTimeOverAHeaderThatIsNested() throws {
        let nested =
            String(repeating: "[", count: 450) + Array(repeating: "1", count: 2400).joined(separator: ",")
            + String(repeating: "]", count: 450)
        let header = Array(#"{"alg":"HS256","x":\#(nested)}"#.utf8)
        let token = Base64.encode(header.span, alphabet: .urlSafe) + ".e30.AA"
        let verifier = try Self.verifier()
        let clock = ContinuousClock()
        let time = clock.measure { for _ in 0..<20 { _ = Self.rejection(token, verifier) } }
        #expect(time < .seconds(5))
    }

    @Test func refusesClaimsThatStandTwice() throws {
        for text in [#"{"alg":"HS256","alg":"none"}"#, #"{"alg":"HS256"} x"#] {
            let header = Array(text.utf8)
            let token = Base64.encode(header.span, alphabet: .urlSafe) + ".e30.AA"
            #expect(Self.rejection(token, try Self.verifier()) == .malformed)
        }
    }

    @Test func neverBelievesAChangedToken() throws {
        let signer = try TokenSigner(.es256, keyID: "key-1")
        let verifier = try Self.verifier(signer)
        let token = Array(try signer.token(Self.claims()).utf8)
        var random = SeededRandom(seed: 7)
        for _ in 0..<500 {
            var changed = token
            let index = Int(random.next() % UInt64(changed.count))
            changed[index] ^= UInt8(truncatingIfNeeded: random.next() % 255 + 1)
            guard let text = String(validating: changed, as: UTF8.self) else { continue }
            #expect(Self.rejection(text, verifier) != nil, "\(text)")
        }
    }
}
