import Cryptography
import EventLoop
import HTTP
import HTTPSClient
import SansIO
import TURN

/// The `ice-config` endpoint over sockets: a server on a thread of its own, and a client that fetches the key set.
final class IceConfigService: Sendable {
    /// A request that waits for keys.
    private struct Waiting: Sendable {
        var request: HTTPRequest
        var peer: HTTPPeer
        var ticket: HTTPTicket
    }

    private struct State {
        var endpoint: IceConfigEndpoint
        var waiting: [Waiting] = []
        var refusals = RecordBudget()
    }

    /// Where it is served.
    let endpoints: [Endpoint]
    let isSecure: Bool
    private let state: Locked<State>
    private let keySetURL: String?
    private let keySetAuthority: String?
    private let client: HTTPSClient?
    private let log: RelayLog
    /// Made last, because its handler needs the rest.
    private let server = Locked<HTTPServer?>(nil)

    /// Opens the endpoint and serves it; nil when it is switched off.
    ///
    /// `failures` is told when the kernel ends its work.
    static func start(
        _ configuration: RelayConfiguration,
        _ plan: AddressPlan,
        keys: JSONWebKeySet?,
        tls: TLSServerContext?,
        interfaces: [IPAddress],
        failures: Wakeup<SystemError>,
        log: RelayLog
    ) throws -> IceConfigService? {
        guard let port = configuration.iceConfig.port else { return nil }
        var sockets: [StreamListener] = []
        for address in configuration.iceConfigAddresses(among: interfaces) {
            sockets.append(try StreamListener(listeningAt: Endpoint(address, port)))
        }
        let uris = configuration.iceServerURIs(advertised: plan.relayAddresses.map(\.advertised))
        var generator = SecureRandom()
        let endpoint = IceConfigEndpoint(
            configuration,
            uris: uris,
            keys: keys,
            generator: &generator,
            at: MonotonicClock.now()
        )
        let service = try IceConfigService(configuration, endpoint, sockets.map(\.localEndpoint), log)
        try service.serve(sockets, tls: tls, failures)
        return service
    }

    private init(
        _ configuration: RelayConfiguration,
        _ endpoint: sending IceConfigEndpoint,
        _ endpoints: [Endpoint],
        _ log: RelayLog
    ) throws(HTTPSFailure) {
        let location = configuration.iceConfig.keySet
        keySetURL = location.flatMap { $0.hasPrefix("https://") ? $0 : nil }
        keySetAuthority = configuration.iceConfig.keySetAuthority
        client = keySetURL == nil ? nil : try HTTPSClient()
        state = Locked(State(endpoint: endpoint))
        isSecure = configuration.iceConfig.isSecure
        self.endpoints = endpoints
        self.log = log
    }

    private func serve(
        _ sockets: [StreamListener],
        tls: TLSServerContext?,
        _ failures: Wakeup<SystemError>
    ) throws(SystemError) {
        let listeners = sockets.map { HTTPListener($0, isTLS: isSecure) }
        var settings = HTTPServerSettings()
        settings.limits.bodyBytes = 4096
        // Behind a proxy everybody comes from one address.
        if !isSecure { settings.connectionsPerSource = settings.connections }
        let made = try HTTPServer(
            listeners: listeners,
            tls: isSecure ? tls : nil,
            settings: settings,
            threadName: "ice-config",
            failed: { failures.post($0) },
            // The server holds the service until it is stopped.
            handler: { request, peer in self.answer(request, peer) }
        )
        server.withLock { $0 = made }
        state.withLock { $0.endpoint.refreshKeys(at: MonotonicClock.now()) }
        fetchIfWanted()
    }

    func useCertificate(_ context: TLSServerContext) {
        server.withLock { $0 }?.useCertificate(context)
    }

    /// Verifies with the keys of a file that has changed.
    func useKeys(_ keys: JSONWebKeySet) {
        state.withLock { $0.endpoint.useKeys(keys) }
    }

    /// Ends it: what waits is answered or dropped within a second.
    func stop() {
        client?.stop()
        server.withLock { server in
            defer { server = nil }
            return server
        }?.stop(within: .seconds(1))
    }

    // MARK: Requests

    private func answer(_ request: HTTPRequest, _ peer: HTTPPeer) -> HTTPAnswer {
        let step = step(request, peer, isLastTry: false)
        fetchIfWanted()
        switch step {
        case .answer(let response, let record):
            write(record)
            return .response(response)
        case .waitForKeys:
            return .later { ticket in self.wait(request, peer, ticket) }
        }
    }

    private func step(_ request: HTTPRequest, _ peer: HTTPPeer, isLastTry: Bool) -> IceConfigEndpoint.Step {
        state.withLock { state in
            state.endpoint.handle(
                request,
                from: peer.endpoint.address,
                isLastTry: isLastTry,
                at: MonotonicClock.now(),
                WallClock.now()
            )
        }
    }

    /// Keeps a request until keys have arrived, which they may have done just now.
    private func wait(_ request: HTTPRequest, _ peer: HTTPPeer, _ ticket: HTTPTicket) {
        let waits = state.withLock { state in
            guard state.endpoint.isWaitingForKeys else { return false }
            state.waiting.append(Waiting(request: request, peer: peer, ticket: ticket))
            return true
        }
        if !waits { finish(Waiting(request: request, peer: peer, ticket: ticket)) }
    }

    private func finish(_ waiting: Waiting) {
        guard case .answer(let response, let record) = step(waiting.request, waiting.peer, isLastTry: true)
        else {
            preconditionFailure("the last try has no answer")
        }
        write(record)
        waiting.ticket.answer(.response(response))
    }

    // MARK: Keys

    private func fetchIfWanted() {
        guard let client, let keySetURL, state.withLock({ $0.endpoint.takeFetch() }) else { return }
        var request = HTTPSRequest(url: keySetURL)
        request.timeout = .seconds(5)
        request.trustedCertificates = keySetAuthority
        request.responseLimit = 1 << 16
        client.send(request) { [weak self] result in self?.keysArrived(result) }
    }

    private func keysArrived(_ result: Result<HTTPSResponse, HTTPSFailure>) {
        var arrived: (set: JSONWebKeySet, age: Duration?)?
        do {
            arrived = try Self.keySet(result)
        } catch {
            log.write(.warning, "key set not fetched", [(.detail, "\(error)")])
        }
        if arrived?.set.keys.isEmpty == true {
            log.write(.warning, "the key set has no key that can be used")
        }
        let waiting = state.withLock { [arrived] state in
            state.endpoint.keysArrived(arrived?.set, age: arrived?.age, at: MonotonicClock.now())
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { finish(one) }
    }

    private static func keySet(
        _ result: Result<HTTPSResponse, HTTPSFailure>
    ) throws -> (JSONWebKeySet, Duration?) {
        let response = try result.get()
        guard response.status == 200 else {
            throw HTTPSFailure(.response, "the server answered \(response.status)")
        }
        let age = response.header("Cache-Control").flatMap(maximumAge)
        return (try JSONWebKeySet(decoding: response.body), age)
    }

    /// The max-age of Cache-Control.
    ///
    /// RFC 9111 §5.2.2.1
    static func maximumAge(_ value: String) -> Duration? {
        for directive in value.split(separator: ",") {
            let parts = directive.trimmed.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "max-age", let seconds = UInt32(parts[1]) else {
                continue
            }
            return .seconds(Int(seconds))
        }
        return nil
    }

    // MARK: Log

    private func write(_ record: IceConfigRecord?) {
        guard let record else { return }
        let client = (RelayLog.Key.client, record.client.description)
        switch record.outcome {
        case .minted(let user):
            log.write(.info, "credential minted", [client, (.user, user.description)])
        case .withoutTURN(let user):
            log.write(
                .info,
                "asked for a credential, but there is no secret",
                [client, (.user, user.description)]
            )
        case .limited(let user):
            writeRefusal("credential refused", [client, (.user, user.description), (.reason, "mint limit")])
        case .refused(let reason):
            writeRefusal("credential refused", [client, (.reason, reason)])
        }
    }

    private func writeRefusal(_ event: String, _ fields: [(RelayLog.Key, String)]) {
        let (isAdmitted, suppressed) = state.withLock { $0.refusals.admit(at: MonotonicClock.now()) }
        if isAdmitted { log.write(.warning, event, fields + RelayLog.suppression(suppressed)) }
    }
}
