import Cryptography
import HTTP
import STUN
import SansIO
import TURN

/// `GET /api/public/ice-config`: who asks is verified, and gets the servers with a credential of its own.
///
/// A core: it is told requests, time and what a fetch of keys came to, and answers or asks to wait for keys.
/// Contract §2, §8
struct IceConfigEndpoint {
    static let path = "/api/public/ice-config"

    /// What is to be done with a request.
    enum Step {
        case answer(HTTPResponse, IceConfigRecord?)
        /// Keys are on their way that may change the answer: ask again with `isLastTry` when they are there.
        case waitForKeys
    }

    private var verifier: TokenVerifier
    /// Nil when the keys do not come from a URL.
    private var cache: KeySetCache?
    private var budget: MintBudget
    private let reply: IceConfigReply
    private let clientAddress: ClientAddress
    private let isSecure: Bool
    private let uris: [ServerURI]
    private let secret: SharedSecret?
    private let ttl: Duration
    /// Whether a fetch of the key set is to be started; the owner takes it.
    private(set) var wantsFetch = false

    /// An endpoint that tells clients of `uris`; keys of a file are given, those of a URL are fetched.
    init(
        _ configuration: RelayConfiguration,
        uris: [ServerURI],
        keys: JSONWebKeySet?,
        generator: inout some RandomNumberGenerator,
        at now: Instant
    ) {
        let settings = configuration.iceConfig
        verifier = TokenVerifier(issuer: settings.issuer ?? "")
        verifier.audience = settings.audience
        verifier.role = settings.role
        verifier.secrets = settings.tokenSecrets.map(\.bytes)
        verifier.keys = keys ?? JSONWebKeySet()
        if keys == nil, settings.keySet != nil { cache = KeySetCache() }
        budget = MintBudget(
            perUser: settings.mintsPerUser,
            perAddress: settings.mintsPerAddress,
            generator: &generator,
            at: now
        )
        reply = IceConfigReply(origins: settings.origins)
        clientAddress = ClientAddress(trustedProxies: settings.trustedProxies)
        isSecure = settings.isSecure
        self.uris = uris
        // Any of them is accepted by the relay; the first is the newest.
        secret = configuration.secrets.first
        ttl = settings.ttl
    }

    // MARK: Requests

    /// What to do with a request that came at `now`, at which the wall clock said `time`.
    mutating func handle(
        _ request: HTTPRequest,
        from peer: IPAddress,
        isLastTry: Bool,
        at now: Instant,
        _ time: UnixTime
    ) -> Step {
        if let refusal = refusal(of: request, from: peer) { return .answer(refusal, nil) }
        if request.method == .options { return .answer(reply.preflight(request), nil) }
        let client = clientAddress.client(of: request, from: peer)
        guard let token = Self.bearerToken(request) else {
            return unauthorized(
                request,
                "Missing bearer token",
                IceConfigRecord(.refused("no token"), client)
            )
        }
        refreshKeys(at: now)
        do throws(TokenRejection) {
            let claims = try verifier.verify(token, at: time)
            return mint(for: claims.user, client, request, at: now, time)
        } catch {
            if isAboutKeys(error), cache != nil {
                if !isLastTry, mayWait(for: error, at: now) { return .waitForKeys }
                if cache?.keys(at: now) == nil { return unavailable(request, client) }
            }
            let message = if case .expired = error { "Expired token" } else { "Invalid token" }
            return unauthorized(request, message, IceConfigRecord(.refused(error.words), client))
        }
    }

    /// What is wrong with a request before anybody asks who sent it.
    private func refusal(of request: HTTPRequest, from peer: IPAddress) -> HTTPResponse? {
        guard isSecure || clientAddress.isTrusted(peer) else {
            let message = "This endpoint is to be used over HTTPS"
            return reply.failure(.forbidden, "forbidden", message, to: request)
        }
        guard request.target.path == Self.path else {
            return reply.failure(.notFound, "not_found", "No such endpoint", to: request)
        }
        guard [.get, .head, .options].contains(request.method) else {
            var response = reply.failure(
                .methodNotAllowed,
                "method_not_allowed",
                "\(request.method) is not for this endpoint",
                to: request
            )
            response.headers.set("Allow", "GET, HEAD, OPTIONS")
            return response
        }
        return nil
    }

    /// RFC 6750 §2.1; nil too when there are two.
    private static func bearerToken(_ request: HTTPRequest) -> String? {
        let values = request.headers.values("Authorization")
        guard values.count == 1, let value = values.first else { return nil }
        let parts = value.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    private mutating func mint(
        for user: UserID,
        _ client: IPAddress,
        _ request: HTTPRequest,
        at now: Instant,
        _ time: UnixTime
    ) -> Step {
        if let wait = budget.take(user, client, at: now) {
            var response = reply.failure(
                .tooManyRequests,
                "rate_limited",
                "Too many credentials were asked for; try again later",
                to: request
            )
            response.headers.set("Retry-After", "\(wait.secondsRoundedUp)")
            return .answer(response, IceConfigRecord(.limited(user), client))
        }
        let expiry = time + ttl
        let credential = secret.flatMap { secret in
            TimeLimitedUsername(expiry: expiry, user: user.description).map {
                TimeLimitedCredential($0, secret: secret)
            }
        }
        let answer = IceConfigAnswer(uris, credential: credential, ttl: Int(ttl.secondsRoundedUp))
        let outcome: IceConfigRecord.Outcome = credential == nil ? .withoutTURN(user) : .minted(user)
        return .answer(reply.success(answer, to: request), IceConfigRecord(outcome, client))
    }

    private func unauthorized(_ request: HTTPRequest, _ message: String, _ record: IceConfigRecord) -> Step {
        var response = reply.failure(.unauthorized, "unauthorized", message, to: request)
        response.headers.set("WWW-Authenticate", "Bearer")
        return .answer(response, record)
    }

    private func unavailable(_ request: HTTPRequest, _ client: IPAddress) -> Step {
        var response = reply.failure(
            .serviceUnavailable,
            "server_error",
            "Tokens can not be verified at present",
            to: request
        )
        response.headers.set("Retry-After", "\(KeySetCache.pause.secondsRoundedUp)")
        return .answer(response, IceConfigRecord(.refused("the key set could not be fetched"), client))
    }

    // MARK: Keys

    /// Fetches a key set that is old, and verifies with what there is meanwhile.
    mutating func refreshKeys(at now: Instant) {
        guard var cache = cache.take() else { return }
        if cache.startFetch(at: now) { wantsFetch = true }
        verifier.keys = cache.keys(at: now) ?? JSONWebKeySet()
        self.cache = cache
    }

    /// Whether the owner has to start a fetch; asked once.
    mutating func takeFetch() -> Bool {
        defer { wantsFetch = false }
        return wantsFetch
    }

    /// Whether a fetch is on its way.
    var isWaitingForKeys: Bool { cache?.isWaiting ?? false }

    /// A fetch has ended, with a key set or without.
    mutating func keysArrived(_ set: JSONWebKeySet?, age: Duration?, at now: Instant) {
        if let set {
            cache?.completed(set, age: age, at: now)
        } else {
            cache?.failed(at: now)
        }
        verifier.keys = cache?.keys(at: now) ?? verifier.keys
    }

    /// The keys of a file that has changed.
    mutating func useKeys(_ set: JSONWebKeySet) { verifier.keys = set }

    private func isAboutKeys(_ rejection: TokenRejection) -> Bool {
        switch rejection {
        case .unknownKey: true
        case .algorithm(let name): name == JWSAlgorithm.rs256.rawValue || name == JWSAlgorithm.es256.rawValue
        default: false
        }
    }

    private mutating func mayWait(for rejection: TokenRejection, at now: Instant) -> Bool {
        guard case .unknownKey(let id) = rejection else { return isWaitingForKeys }
        var startsFetch = false
        let mayCome = cache?.mayCome(id, at: now, startsFetch: &startsFetch) ?? false
        if startsFetch { wantsFetch = true }
        return mayCome
    }
}
