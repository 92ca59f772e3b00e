import STUN
import SansIO

/// Allocate: RFC 8656 §7.
extension TURNClient {
    func appendAllocate(to builder: inout MessageBuilder) {
        builder.append(RequestedTransport.udp)
        appendLifetime(to: &builder)
        if configuration.dontFragment { builder.append(DontFragment()) }
        switch configuration.wish {
        case .one(let family, let evenPort):
            if let family { builder.append(RequestedAddressFamily(AddressFamilyCode(family))) }
            if let evenPort { builder.append(evenPort) }
        case .both: builder.append(AdditionalAddressFamily(.ipv6))
        case .reserved(let token): builder.append(token)
        }
    }

    /// Takes what was granted into use (§7.3).
    mutating func completeAllocate(
        _ request: ClientRequest,
        _ message: borrowing MessageView,
        at now: Instant
    ) {
        guard phase != .abandoning else { return delete(at: now) }
        guard let grant = AllocationGrant(message) else { return fail(.incompleteSuccess) }
        phase = .allocated
        portsTried = 0
        setLifetime(grant.lifetime, since: request.sentAt)
        emit(.allocated(grant))
        requestPermissions(at: now)
        for channel in channels where channel.isWanted { requestChannel(channel.number, at: now) }
    }

    /// Tells the refusal by its name (§7.4).
    mutating func refuseAllocate(_ error: ErrorCode, _ message: borrowing MessageView) {
        guard phase != .abandoning else { return finishClosing() }
        let isMismatch = error.code == ErrorCode.allocationMismatch.code
        portsTried = isMismatch ? portsTried + 1 : 0
        fail(AllocateFailure(error, in: message, portsTried: portsTried))
    }

    /// What was asked for peers stays asked: the owner may open another port.
    mutating func fail(_ failure: AllocateFailure) {
        phase = .idle
        requests = [:]
        timers = TimerTable()
        emit(.failed(failure))
        if failure.advice != .openNewPort { portsTried = 0 }
    }
}

extension AllocationGrant {
    /// Nil when the success lacks what it must have.
    init?(_ message: borrowing MessageView) {
        guard let relayed = try? message.all(XORRelayedAddress.self), !relayed.isEmpty,
            let mapped = try? message.attribute(XORMappedAddress.self),
            let lifetime = try? message.attribute(Lifetime.self), lifetime.seconds > 0
        else { return nil }
        self.relayed = relayed.map(\.endpoint)
        self.mapped = mapped.endpoint
        self.lifetime = .seconds(Int64(lifetime.seconds))
        reservation = try? message.attribute(ReservationToken.self)
        missingFamily = try? message.attribute(AddressErrorCode.self)
    }
}
