import STUN
import SansIO

/// What all requests have in common: sending, repeating, challenges, and believing answers.
extension TURNClient {
    mutating func send(
        _ operation: ClientRequest.Operation,
        after challenges: Int = 0,
        at now: Instant
    ) {
        let id = TransactionID.random(using: &generator)
        var builder = MessageBuilder(MessageType(operation.method, .request), id)
        append(operation, to: &builder)
        session?.sign(&builder)
        let transaction = ClientTransaction(
            id,
            method: operation.method,
            schedule: isStream ? .reliable : configuration.schedule,
            sentAt: now
        )
        requests[id] = ClientRequest(
            operation: operation,
            bytes: builder.bytes,
            session: session,
            sentAt: now,
            challenges: challenges,
            transaction: transaction
        )
        if let deadline = transaction.nextDeadline { timers.set(.transaction(id), to: deadline) }
        emit(.request(builder.bytes))
    }

    private func append(_ operation: ClientRequest.Operation, to builder: inout MessageBuilder) {
        switch operation {
        case .allocate: appendAllocate(to: &builder)
        case .refresh: appendLifetime(to: &builder)
        case .delete: builder.append(Lifetime(seconds: 0))
        case .createPermission(let addresses): appendPermissions(addresses, to: &builder)
        case .channelBind(let number): appendChannel(number, to: &builder)
        }
    }

    mutating func advanceRequest(_ id: TransactionID, to now: Instant) {
        guard let action = requests[id]?.transaction.advance(to: now) else { return }
        if let deadline = requests[id]?.transaction.nextDeadline {
            timers.set(.transaction(id), to: deadline)
        }
        switch action {
        case .wait: return
        case .retransmit:
            if let request = requests[id] { emit(.request(request.bytes)) }
        case .timedOut:
            guard let request = requests.removeValue(forKey: id) else { return }
            fail(request, .unanswered(unsignedError: request.unsignedError), at: now)
        }
    }

    // MARK: Answers

    mutating func receiveResponse(_ message: borrowing MessageView, at now: Instant) {
        let id = message.transactionID
        guard let request = requests[id], request.transaction.matches(message) else {
            counters.unmatched += 1
            return
        }
        guard message.type.messageClass == .error else {
            // Without a credential nothing is granted: a success to an unsigned request is nobody's.
            guard request.session?.authenticates(message) == true else { return countForged(nil, id) }
            finish(id)
            succeed(request, message, at: now)
            return
        }
        guard let error = try? message.attribute(ErrorCode.self) else { return countForged(nil, id) }
        switch error.code {
        case ErrorCode.unauthenticated.code, ErrorCode.staleNonce.code:
            answerChallenge(message, to: request, isStale: error.code == ErrorCode.staleNonce.code, at: now)
        default:
            // Only an unsigned request can be refused without a signature.
            guard request.session?.authenticates(message) != false else { return countForged(error, id) }
            finish(id)
            refuse(request, error, message, at: now)
        }
    }

    private mutating func countForged(_ error: ErrorCode?, _ id: TransactionID) {
        counters.forged += 1
        if let error { requests[id]?.unsignedError = error }
    }

    private mutating func finish(_ id: TransactionID) {
        requests[id] = nil
        timers.cancel(.transaction(id))
    }

    /// RFC 8489 §9.2.5: the request goes out again with what the challenge says.
    private mutating func answerChallenge(
        _ message: borrowing MessageView,
        to request: ClientRequest,
        isStale: Bool,
        at now: Instant
    ) {
        do throws(ChallengeFailure) {
            let answer = try LongTermSession(
                answering: message,
                isStale: isStale,
                configuration.credential,
                refused: request.session,
                current: session
            )
            guard let answer else { return countForged(nil, request.transaction.id) }
            finish(request.transaction.id)
            guard phase != .abandoning else { return finishClosing() }
            session = answer
            guard request.challenges < ClientRequest.mostChallenges else { throw .staleNonce }
            send(request.operation, after: request.challenges + 1, at: now)
        } catch {
            finish(request.transaction.id)
            fail(request, .challenge(error), at: now)
        }
    }

    private mutating func succeed(
        _ request: ClientRequest,
        _ message: borrowing MessageView,
        at now: Instant
    ) {
        switch request.operation {
        case .allocate: completeAllocate(request, message, at: now)
        case .refresh: completeRefresh(request, message, at: now)
        case .delete: finishClosing()
        case .createPermission(let addresses): completePermissions(addresses, request, at: now)
        case .channelBind(let number): completeChannel(number, request, at: now)
        }
    }

    private mutating func refuse(
        _ request: ClientRequest,
        _ error: ErrorCode,
        _ message: borrowing MessageView,
        at now: Instant
    ) {
        switch (request.operation, error.code) {
        case (.allocate, _): refuseAllocate(error, message)
        // Whatever the server says, there is nothing left to delete.
        case (.delete, _): finishClosing()
        case (_, ErrorCode.allocationMismatch.code): lose(.allocationMismatch)
        case (_, ErrorCode.wrongCredentials.code): lose(.wrongCredentials)
        case (.refresh, _): lose(.refused(error))
        case (.createPermission(let addresses), _): refusePermissions(addresses, error, at: now)
        case (.channelBind(let number), _): failChannel(number, PeerFailure(error), at: now)
        }
    }

    /// A request that ended without an answer to it.
    private enum Silence {
        case unanswered(unsignedError: ErrorCode?)
        case challenge(ChallengeFailure)
    }

    private mutating func fail(_ request: ClientRequest, _ silence: Silence, at now: Instant) {
        switch silence {
        case .challenge(let failure):
            end(.challenge(failure), .challenge(failure))
        case .unanswered(let error):
            switch request.operation {
            case .allocate, .refresh, .delete:
                end(.unanswered(unsignedError: error), .unanswered(unsignedError: error))
            case .createPermission(let addresses):
                for address in addresses { failPermission(address, .unanswered(unsignedError: error)) }
            case .channelBind(let number):
                failChannel(number, .unanswered(unsignedError: error), at: now)
            }
        }
    }
}
