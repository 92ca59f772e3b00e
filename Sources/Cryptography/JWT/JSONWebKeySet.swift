import JSON

/// The public keys that a token's signer publishes.
///
/// RFC 7517. A set may be empty: its owner has withdrawn every key. Keys that are not for RS256 or ES256 signatures are passed over, as §5 asks; symmetric keys among
/// them, because a secret that is published is none.
public struct JSONWebKeySet: Sendable {
    /// One key and the name that tokens call it by.
    public struct Key: Sendable {
        public let id: String?
        public let key: SignatureKey
    }

    /// At most this many keys are taken; a set in use has two or three.
    public static let longest = 64

    public let keys: [Key]

    public init(_ keys: [Key] = []) {
        self.keys = keys
    }

    /// A set from its JSON text.
    public init(decoding text: [UInt8]) throws(JSONWebKeySetError) {
        let value: JSONValue
        do {
            value = try JSONValue(decoding: text)
        } catch {
            throw JSONWebKeySetError(description: error.description)
        }
        guard let members = value["keys"]?.array else {
            throw JSONWebKeySetError(description: "no key set: it has no array \"keys\" (RFC 7517 §5)")
        }
        keys = members.prefix(Self.longest).compactMap(Self.key)
    }

    /// The key that a token names, or the only one for its algorithm when it names none.
    func key(named id: String?, for algorithm: JWSAlgorithm) -> SignatureKey? {
        let fitting = keys.filter { $0.key.algorithm == algorithm }
        if let id { return fitting.first { $0.id == id }?.key }
        return fitting.count == 1 ? fitting[0].key : nil
    }

    /// Whether a key is called so, whatever it is for.
    func contains(_ id: String) -> Bool { keys.contains { $0.id == id } }

    private static func key(_ value: JSONValue) -> Key? {
        if let use = value["use"]?.string, use != "sig" { return nil }
        if let operations = value["key_ops"]?.array, !operations.contains("verify") { return nil }
        guard let key = publicKey(value) else { return nil }
        if let named = value["alg"]?.string, named != key.algorithm.rawValue { return nil }
        return Key(id: value["kid"]?.string, key: key)
    }

    private static func publicKey(_ value: JSONValue) -> SignatureKey? {
        func bytes(_ name: String) -> [UInt8]? {
            value[name]?.string.flatMap { Base64.decode($0, alphabet: .urlSafe) }
        }
        switch value["kty"]?.string {
        case "RSA":
            guard let modulus = bytes("n"), let exponent = bytes("e") else { return nil }
            return SignatureKey(modulus: modulus, exponent: exponent)
        case "EC" where value["crv"]?.string == "P-256":
            guard let x = bytes("x"), let y = bytes("y") else { return nil }
            return SignatureKey(x: x, y: y)
        default: return nil
        }
    }
}

/// Text that is no set of public keys.
public struct JSONWebKeySetError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}
