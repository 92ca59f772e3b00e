/// How both sides agree on the algorithm of the key without being talked into a weaker one.
///
/// RFC 8489 §9.2.4 and §9.2.5
public enum PasswordAlgorithmNegotiation {
    /// What a server makes of a request.
    public enum ServerVerdict: Hashable, Sendable {
        /// The key is made with this algorithm.
        case key(PasswordAlgorithm)
        /// Somebody changed the offer, or the client does not follow the RFC: 400.
        case badRequest
    }

    /// What a client makes of a 401 or 438.
    public enum ClientVerdict: Hashable, Sendable {
        /// Retry with MD5 and MESSAGE-INTEGRITY, and without any PASSWORD-ALGORITHM attribute.
        case legacy
        /// Retry with this algorithm in PASSWORD-ALGORITHM and the list returned as PASSWORD-ALGORITHMS.
        case key(PasswordAlgorithm, returning: PasswordAlgorithms)
        /// The nonce announces a list that is not there: somebody took it away. Do not retry.
        case bidDown
        /// We know none of the algorithms. Do not retry.
        case unsupported
    }

    /// The server's check of PASSWORD-ALGORITHM and PASSWORD-ALGORITHMS, its nonce being fresh.
    ///
    /// `offered` is the list that goes with the nonce; nil when the nonce announces none, in which case
    /// the attributes are ignored. RFC 8489 §9.2.4: both are absent, which stands for MD5, or both are
    /// there, the list is the one offered, and the choice is from it.
    public static func serverVerdict(
        offered: PasswordAlgorithms?,
        algorithms: PasswordAlgorithms?,
        algorithm: PasswordAlgorithm?
    ) -> ServerVerdict {
        guard let offered else { return .key(.md5) }
        switch (algorithms, algorithm) {
        case (nil, nil):
            return offered.algorithms.contains(.md5) ? .key(.md5) : .badRequest
        case (offered, let algorithm?) where offered.algorithms.contains(algorithm):
            return .key(algorithm)
        default:
            return .badRequest
        }
    }

    /// The client's choice of an algorithm for its next request.
    ///
    /// RFC 8489 §9.2.5: the first of the list that the client knows, the order being the server's wish.
    public static func clientVerdict(
        nonce: Nonce,
        algorithms: PasswordAlgorithms?,
        known: [PasswordAlgorithm] = [.sha256, .md5]
    ) -> ClientVerdict {
        guard let features = SecurityFeatures(nonce: nonce), features.contains(.passwordAlgorithms) else {
            return .legacy
        }
        guard let algorithms else { return .bidDown }
        guard let choice = algorithms.algorithms.first(where: known.contains) else { return .unsupported }
        return .key(choice, returning: algorithms)
    }
}
