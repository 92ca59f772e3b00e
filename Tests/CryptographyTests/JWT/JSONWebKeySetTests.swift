import JSON
import TestTokens
import Testing

@testable import Cryptography

struct JSONWebKeySetTests {
    private static func set(_ keys: [JSONValue]) throws -> JSONWebKeySet {
        try JSONWebKeySet(decoding: Array(JSONText.line(["keys": .array(keys)] as JSONValue).utf8))
    }

    private static func changed(_ key: JSONValue, _ changes: [String: JSONValue]) -> JSONValue {
        .object((key.object ?? [:]).merging(changes) { $1 })
    }

    @Test func passesOverKeysThatAreNotForOurSignatures() throws {
        let rsa = try TokenSigner(.rs256, keyID: "rsa").jsonWebKey
        let curve = try TokenSigner(.es256, keyID: "curve").jsonWebKey
        let others: [JSONValue] = [
            ["kty": "oct", "k": "c2VjcmV0", "kid": "secret"], ["kty": "OKP", "crv": "Ed25519", "x": "AA"], 7,
            [:],
            Self.changed(curve, ["crv": "P-384"]), Self.changed(curve, ["use": "enc"]),
            Self.changed(curve, ["y": curve["x"] ?? .null]), Self.changed(curve, ["x": "AAAA"]),
            Self.changed(rsa, ["alg": "RS512"]), Self.changed(rsa, ["alg": "PS256"]),
            Self.changed(rsa, ["e": "AQ"]), Self.changed(rsa, ["e": "Ag"]), Self.changed(rsa, ["n": "AQAB"]),
            Self.changed(rsa, ["n": "not base64!"]), Self.changed(rsa, ["key_ops": ["encrypt"]]),
        ]
        let set = try Self.set(others + [rsa, curve])
        #expect(set.keys.map(\.id) == ["rsa", "curve"])
        #expect(set.keys.map(\.key.algorithm) == [.rs256, .es256])
        #expect(try Self.set(others).keys.isEmpty)
    }

    @Test(arguments: ["", "{}", "[]", "{\"keys\":{}}", "<html>"])
    func refusesWhatIsNoKeySet(_ text: String) {
        #expect(throws: JSONWebKeySetError.self) { try JSONWebKeySet(decoding: Array(text.utf8)) }
    }

    @Test func isBounded() throws {
        let key = try TokenSigner(.es256, keyID: "one").jsonWebKey
        let set = try Self.set([JSONValue](repeating: key, count: 1000))
        #expect(set.keys.count == JSONWebKeySet.longest)
    }
}
