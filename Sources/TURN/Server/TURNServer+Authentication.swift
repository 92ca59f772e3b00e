import Cryptography
import STUN
import SansIO

/// The long-term credential mechanism, with time-limited credentials.
///
/// RFC 8489 §9.2.4, in its order: presence, completeness, password algorithm, username, integrity, and only
/// then the nonce, so that a wrong password is a 401 whatever its nonce.
extension TURNServer {
    func authenticate(
        _ message: borrowing MessageView,
        from client: Client,
        at now: Instant
    ) throws(Rejection) -> AuthenticatedRequest {
        guard let kind = message.integrity else { throw .unauthenticated }
        let (username, realm) = try requireCredentialAttributes(message)
        let algorithm = try requireAlgorithm(message)
        guard realm == configuration.realm else { throw .unauthenticated }
        let key: LongTermKey
        if let known = keyOfAllocation(client, username, algorithm), message.verifyIntegrity(key: known) {
            key = known
        } else {
            key = try requireKey(for: username, algorithm, verifying: message, at: now)
        }
        return AuthenticatedRequest(
            client: client,
            method: message.type.method,
            id: message.transactionID,
            username: username,
            algorithm: algorithm,
            key: key,
            integrityKind: kind,
            digest: TransactionCache.digest(of: message)
        )
    }

    /// The key that the client's allocation was made with, which outlives both the credential's expiry and
    /// its secret.
    private func keyOfAllocation(
        _ client: Client,
        _ username: String,
        _ algorithm: PasswordAlgorithm
    ) -> LongTermKey? {
        guard let slot = allocations.slot(of: client), let allocation = allocations[slot],
            allocation.pointee.username == username, allocation.pointee.algorithm == algorithm
        else { return nil }
        return allocation.pointee.key
    }

    /// USERNAME (or USERHASH), REALM and NONCE must all be there, else 400.
    private func requireCredentialAttributes(
        _ message: borrowing MessageView
    ) throws(Rejection) -> (username: String, realm: Realm) {
        do throws(AttributeError) {
            guard message.contains(.nonce), let realm = try message.attribute(Realm.self) else {
                throw .outOfRange
            }
            if let username = try message.attribute(Username.self) { return (username.text, realm) }
            guard message.contains(.userHash) else { throw .outOfRange }
        } catch {
            throw .badRequest
        }
        // A time-limited username can not be found by its hash, and we do not offer username anonymity
        // in the nonce (RFC 8489 §9.2.4): to us this is an unknown user.
        throw .unauthenticated
    }

    /// RFC 8489 §9.2.4: what the client chose must be what we offered, else 400: somebody bids us down.
    private func requireAlgorithm(_ message: borrowing MessageView) throws(Rejection) -> PasswordAlgorithm {
        let verdict = PasswordAlgorithmNegotiation.serverVerdict(
            offered: Self.offeredAlgorithms,
            algorithms: try message.required(PasswordAlgorithms.self),
            algorithm: try message.required(PasswordAlgorithm.self)
        )
        guard case .key(let algorithm) = verdict else { throw .badRequest }
        return algorithm
    }

    /// The key that signs the request, under any of the secrets, for a username that is still valid.
    private func requireKey(
        for username: String,
        _ algorithm: PasswordAlgorithm,
        verifying message: borrowing MessageView,
        at now: Instant
    ) throws(Rejection) -> LongTermKey {
        guard let parsed = TimeLimitedUsername(username), parsed.expiry > unixTime(at: now) else {
            throw .unauthenticated
        }
        for secret in configuration.secrets {
            guard
                let key = LongTermKey(
                    username: username,
                    realm: configuration.realm.text,
                    password: secret.password(for: username),
                    algorithm: algorithm
                )
            else { break }
            if message.verifyIntegrity(key: key) { return key }
        }
        throw .unauthenticated
    }

    func requireFreshNonce(
        _ message: borrowing MessageView,
        from client: Client,
        at now: Instant
    ) throws(Rejection) {
        guard let nonce = try? message.attribute(Nonce.self),
            nonces.check(nonce.bytes.span, from: client.tuple.client, at: unixTime(at: now)) == .fresh
        else { throw .staleNonce }
    }

    /// The allocation of the request's client: 437 without one, 441 when another user made it.
    func requireAllocation(_ request: AuthenticatedRequest) throws(Rejection) -> UInt32 {
        guard let slot = allocations.slot(of: request.client), let allocation = allocations[slot]
        else {
            throw .allocationMismatch
        }
        guard allocation.pointee.username == request.username else { throw .wrongCredentials }
        return slot
    }
}
