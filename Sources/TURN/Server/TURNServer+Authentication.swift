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
        guard let kind = message.integrity, let integrity = message.integrityBytes else {
            throw .unauthenticated
        }
        let (username, realm) = try requireCredentialAttributes(message)
        let algorithm = try requireAlgorithm(message)
        guard realm == configuration.realm else { throw .unauthenticated }
        var request = AuthenticatedRequest(
            client: client,
            method: message.type.method,
            id: message.transactionID,
            username: username,
            algorithm: algorithm,
            key: [],
            integrityKind: kind,
            integrity: integrity
        )
        if let slot = allocations.slot(of: client), let allocation = allocations[slot],
            allocation.username == username, allocation.algorithm == algorithm,
            message.verifyIntegrity(key: allocation.key.span)
        {
            request.key = allocation.key
            return request
        }
        request.key = try requireKey(for: username, algorithm, verifying: message, at: now)
        return request
    }

    /// USERNAME (or USERHASH), REALM and NONCE must all be there, else 400.
    private func requireCredentialAttributes(
        _ message: borrowing MessageView
    ) throws(Rejection) -> (username: String, realm: String) {
        do throws(AttributeError) {
            guard message.contains(.nonce), let realm = try message.attribute(Realm.self) else {
                throw .invalidValue
            }
            if let username = try message.attribute(Username.self) { return (username.text, realm.text) }
            guard message.contains(.userHash) else { throw .invalidValue }
        } catch {
            throw .badRequest
        }
        // A time-limited username can not be found by its hash, and we do not offer username anonymity
        // in the nonce (RFC 8489 §9.2.4): to us this is an unknown user.
        throw .unauthenticated
    }

    /// RFC 8489 §9.2.4: what the client chose must be what we offered, else 400: somebody bids us down.
    private func requireAlgorithm(_ message: borrowing MessageView) throws(Rejection) -> PasswordAlgorithm {
        do throws(AttributeError) {
            return try BidDownProtection.algorithm(of: message, offered: .offered)
        } catch {
            throw .badRequest
        }
    }

    /// The key that signs the request, under any of the secrets, for a username that is still valid.
    private func requireKey(
        for username: String,
        _ algorithm: PasswordAlgorithm,
        verifying message: borrowing MessageView,
        at now: Instant
    ) throws(Rejection) -> [UInt8] {
        guard let parsed = TimeLimitedUsername(username), parsed.expiry > unixTime(at: now) else {
            throw .unauthenticated
        }
        for secret in configuration.secrets {
            let key = LongTermKey(
                username: username,
                realm: configuration.realm,
                password: secret.password(for: username),
                algorithm: algorithm
            )
            if message.verifyIntegrity(key: key.bytes.span) { return key.bytes }
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
        guard let slot = allocations.slot(of: request.client), let allocation = allocations[slot] else {
            throw .allocationMismatch
        }
        guard allocation.username == request.username else { throw .wrongCredentials }
        return slot
    }
}
