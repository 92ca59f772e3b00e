import Cryptography
import EventLoop
import STUN
import SansIO
import TURN

/// What legs are made of: single requests, allocations and their end.
extension ServerProbe {
    func access(to place: ProbePlan.Place) throws(LinkFailure) -> ServerAccess {
        var access = ServerAccess(place.endpoint, over: place.service.transport)
        access.connectTimeout = run.settings.timeout
        access.serverName = host
        guard place.service.transport == .tls else { return access }
        do throws(TLSError) {
            access.tls = try TLSClientContext(trust: run.settings.trust)
        } catch {
            throw .tls(error)
        }
        return access
    }

    /// For a connection, a handshake and an answer, as far as there are any.
    private func patience(at place: ProbePlan.Place) -> Duration {
        switch place.service.transport {
        case .udp: run.settings.timeout
        case .tcp: run.settings.timeout * 2
        case .tls: run.settings.timeout * 3
        }
    }

    // MARK: Single requests

    func binding(at place: ProbePlan.Place) throws(SystemError) -> (BindingResponse?, STUNExchange.Outcome) {
        var generator = SecureRandom()
        let id = TransactionID.random(using: &generator)
        let outcome = try exchange(BindingRequest(id).bytes, id, .binding, at: place)
        guard case .answered(let bytes, _) = outcome, let message = try? MessageView(bytes.span) else {
            return (nil, outcome)
        }
        return (BindingResponse(message, to: id), outcome)
    }

    /// An Allocate as a stranger sends it.
    func strangersAllocate(at place: ProbePlan.Place) throws(SystemError) -> STUNExchange.Outcome {
        var generator = SecureRandom()
        let id = TransactionID.random(using: &generator)
        var message = MessageBuilder(MessageType(.allocate, .request), id)
        message.append(RequestedTransport.udp)
        return try exchange(message.bytes, id, .allocate, at: place)
    }

    private func exchange(
        _ request: [UInt8],
        _ id: TransactionID,
        _ method: STUN.Method,
        at place: ProbePlan.Place
    ) throws(SystemError) -> STUNExchange.Outcome {
        let exchange: STUNExchange
        do throws(LinkFailure) {
            exchange = try STUNExchange(request, id, method, try access(to: place), in: run.loop)
        } catch {
            return .failed(error)
        }
        defer { run.loop.remove(exchange) }
        try run.wait(patience(at: place)) { exchange.outcome != nil }
        return exchange.outcome ?? .unanswered
    }

    // MARK: Allocations

    func allocate(
        at place: ProbePlan.Place,
        _ credential: LongTermCredential,
        _ wish: RelayedAddressWish = .one()
    ) throws(SystemError) -> Result<RelayClient, RelayClientFailure> {
        let client: RelayClient
        do throws(LinkFailure) {
            client = try RelayClient(try access(to: place), credential, in: run.loop) { $0.wish = wish }
        } catch {
            return .failure(.link(error))
        }
        try run.wait(patience(at: place)) { client.isSettled }
        if let failure = client.failure { return .failure(failure) }
        guard client.grant != nil else {
            run.loop.remove(client)
            return .failure(.allocate(.unanswered(unsignedError: nil)))
        }
        return .success(client)
    }

    func judgement(of failure: RelayClientFailure, at place: ProbePlan.Place) -> ProbeJudgement {
        switch failure {
        case .link(let failure): .unreached(failure, at: place, after: run.settings.timeout)
        case .allocate(let failure): .unallocated(failure, at: place, after: run.settings.timeout)
        case .lost(let loss):
            .failed("the allocation was lost: \(loss)", fix: "see the server's log")
        }
    }

    /// Deletes allocations, so that no quota is used up; a server that does not answer keeps them for a while.
    func close(_ clients: [RelayClient]) throws(SystemError) {
        for client in clients { client.close() }
        let limit = run.loop.now + .seconds(1)
        _ = try run.loop.run(until: limit) { clients.allSatisfy { $0.isClosed || $0.failure != nil } }
        for client in clients { run.loop.remove(client) }
    }

    /// Whether the server takes this credential; nil when it does not say.
    func takes(_ credential: LongTermCredential?, at place: ProbePlan.Place) throws(SystemError) -> Bool? {
        guard let credential else { return nil }
        switch try allocate(at: place, credential) {
        case .success(let client):
            try close([client])
            return true
        case .failure(.allocate(.challenge(.unauthenticated))): return false
        case .failure: return nil
        }
    }
}
