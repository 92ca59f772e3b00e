import STUN
import SansIO

/// What the client and the server have agreed on: realm, nonce, password algorithm, and the key they make.
///
/// RFC 8489 §9.2.3 and §9.2.5
struct LongTermSession: Hashable, Sendable {
    let username: Username
    let realm: Realm
    let nonce: Nonce
    /// The list that the server offered, which goes back to it; nil for a server of RFC 5389.
    let offered: PasswordAlgorithms?
    let algorithm: PasswordAlgorithm
    let key: LongTermKey

    /// The answer to a challenge; nil when it lacks its realm or nonce, so that it is no challenge at all.
    ///
    /// The request was signed with `refused`; `current` is what was agreed last.
    init?(
        answering challenge: borrowing MessageView,
        isStale: Bool,
        _ credential: LongTermCredential,
        refused: LongTermSession?,
        current: LongTermSession?
    ) throws(ChallengeFailure) {
        guard let nonce = try? challenge.attribute(Nonce.self) else { return nil }
        let named = try? challenge.attribute(Realm.self)
        guard let realm = named ?? (isStale ? refused?.realm : nil) else { return nil }
        // §9.2.5: a credential that was refused is not offered again to the same realm.
        if !isStale, let refused, refused.realm == realm { throw .unauthenticated }
        let (algorithm, offered) = try Self.choose(
            nonce,
            try? challenge.attribute(PasswordAlgorithms.self),
            after: current?.realm == realm ? current : nil
        )
        let key = LongTermKey(
            username: credential.username.text,
            realm: realm.text,
            password: credential.password,
            algorithm: algorithm
        )
        guard let key else { throw .unsupportedPasswordAlgorithm }
        self.username = credential.username
        self.realm = realm
        self.nonce = nonce
        self.offered = offered
        self.algorithm = algorithm
        self.key = key
    }

    /// §9.2.5; beyond it, a realm that once agreed on SHA-256 is not talked down to MD5 later.
    private static func choose(
        _ nonce: Nonce,
        _ algorithms: PasswordAlgorithms?,
        after current: LongTermSession?
    ) throws(ChallengeFailure) -> (PasswordAlgorithm, PasswordAlgorithms?) {
        let choice: (algorithm: PasswordAlgorithm, offered: PasswordAlgorithms?)
        switch PasswordAlgorithmNegotiation.clientVerdict(nonce: nonce, algorithms: algorithms) {
        case .legacy: choice = (.md5, nil)
        case .key(let algorithm, let returning): choice = (algorithm, returning)
        case .bidDown: throw .bidDown
        case .unsupported: throw .unsupportedPasswordAlgorithm
        }
        if current?.algorithm == .sha256, choice.algorithm != .sha256 { throw .bidDown }
        return choice
    }

    /// Appends what proves the client: user name, realm, nonce, algorithm, integrity.
    ///
    /// USERHASH stands for USERNAME when the nonce announces username anonymity (§9.2.5).
    func sign(_ builder: inout MessageBuilder) {
        if SecurityFeatures(nonce: nonce)?.contains(.usernameAnonymity) == true {
            builder.append(UserHash(username: username.text, realm: realm.text))
        } else {
            builder.append(username)
        }
        builder.append(realm)
        builder.append(nonce)
        guard let offered else {
            builder.appendIntegrity(key: key)
            return
        }
        builder.append(offered)
        builder.append(algorithm)
        builder.appendIntegritySHA256(key: key)
    }

    /// Whether a response comes from somebody who knows the key, by the attribute that the request had (§9.2.5).
    func authenticates(_ response: borrowing MessageView) -> Bool {
        if offered != nil, response.integrity == .sha1 { return false }
        return response.verifyIntegrity(key: key)
    }
}
