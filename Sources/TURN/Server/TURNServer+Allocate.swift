import STUN
import SansIO

/// Allocate: RFC 8656 §7.
extension TURNServer {
    mutating func allocate(
        _ message: borrowing MessageView,
        _ request: AuthenticatedRequest,
        at now: Instant
    ) throws(Rejection) {
        // A repeat of the request that waits for its ports is answered together with it.
        if waiting(for: request.client)?.request.id == request.id { return }
        try requireNoAllocation(request.client)
        try requireUDPTransport(message)
        let families = try requireFamilies(message)
        let wish = try requireWish(message)
        let lifetime = try grantedLifetime(message)
        let user = TimeLimitedUsername(request.username)?.user ?? request.username

        let id = allocations.reserveSlot()
        pending[id] = Pending(
            client: request.client,
            request: request,
            lifetime: lifetime,
            user: user,
            families: families
        )
        emit(
            .openRelay(
                RelayRequest(
                    allocation: id,
                    user: user,
                    families: families,
                    wish: wish,
                    server: request.client.tuple.server
                )
            )
        )
    }

    /// §7.2: a 5-tuple has one allocation; the answer to an identical request was remembered.
    private func requireNoAllocation(_ client: Client) throws(Rejection) {
        guard allocations.slot(of: client) == nil, waiting(for: client) == nil else {
            throw .allocationMismatch
        }
    }

    /// The client's request that waits for its ports.
    private func waiting(for client: Client) -> Pending? {
        pending.values.first { $0.client == client && !$0.isAbandoned }
    }

    /// §7.2: REQUESTED-TRANSPORT is a must (400), and UDP the only one (442).
    private func requireUDPTransport(_ message: borrowing MessageView) throws(Rejection) {
        guard let transport = try message.required(RequestedTransport.self) else { throw .badRequest }
        guard transport == .udp else { throw .unsupportedTransportProtocol }
    }

    /// §7.2: which families, the necessary one first.
    private func requireFamilies(_ message: borrowing MessageView) throws(Rejection) -> [IPAddress.Family] {
        let requested = try message.required(RequestedAddressFamily.self)
        let additional = try additionalFamily(message)
        let token = message.contains(.reservationToken)
        guard additional == nil || (requested == nil && !token), requested == nil || !token else {
            throw .badRequest
        }
        if let additional {
            guard additional.code == .ipv6 else { throw .badRequest }
            return [.v4, .v6]
        }
        guard let requested else { return [.v4] }
        guard let family = requested.code.family else { throw .addressFamilyNotSupported }
        return [family]
    }

    /// ADDITIONAL-ADDRESS-FAMILY, under its own number or the one that Debian 12's coturn clients use.
    private func additionalFamily(
        _ message: borrowing MessageView
    ) throws(Rejection) -> AdditionalAddressFamily? {
        if let additional = try message.required(AdditionalAddressFamily.self) { return additional }
        guard let value = message.value(of: .additionalAddressFamilyOfSSODA) else { return nil }
        do throws(AttributeError) {
            return try AdditionalAddressFamily(
                decoding: message.bytes.extracting(value),
                transactionID: message.transactionID
            )
        } catch {
            throw .badRequest
        }
    }

    /// §7.2: which ports; EVEN-PORT and RESERVATION-TOKEN exclude each other.
    private func requireWish(_ message: borrowing MessageView) throws(Rejection) -> RelayRequest.Wish {
        let evenPort = try message.required(EvenPort.self)
        if let token = try message.required(ReservationToken.self) {
            guard evenPort == nil else { throw .badRequest }
            return .reserved(token)
        }
        guard let evenPort else { return .any }
        guard evenPort.reservesNextPort else { return .even }
        guard !message.contains(.additionalAddressFamily) else { throw .badRequest }
        return .evenWithNextReserved
    }

    /// §7.2: at least the standard lifetime, at most the longest.
    private func grantedLifetime(_ message: borrowing MessageView) throws(Rejection) -> Duration {
        guard let wanted = try message.required(Lifetime.self) else { return configuration.standardLifetime }
        return min(
            max(.seconds(Int64(wanted.seconds)), configuration.standardLifetime),
            max(configuration.longestLifetime, configuration.standardLifetime)
        )
    }

    // MARK: The ports' owner answered

    mutating func completeAllocate(_ id: AllocationID, _ grant: RelayGrant, at now: Instant) {
        guard let waiting = pending.removeValue(forKey: id) else { return }
        guard !waiting.isAbandoned else {
            allocations.releaseSlot(id)
            close(id, grant.legs.map(\.relayed.address.family), user: waiting.user)
            return
        }
        let relayed = grant.legs.map(\.relayed)
        let bandwidth = BandwidthMeter(bitsPerSecond: configuration.bandwidthPerAllocation, at: now)
        allocations.insert(
            Allocation(
                client: waiting.client,
                generation: id.generation,
                username: waiting.request.username,
                algorithm: waiting.request.algorithm,
                key: waiting.request.key,
                createdAt: now,
                v4: relayed.first { $0.address.family == .v4 },
                v6: relayed.first { $0.address.family == .v6 },
                v4Expiry: now + waiting.lifetime,
                v6Expiry: now + waiting.lifetime,
                uplink: bandwidth,
                downlink: bandwidth
            ),
            in: id.slot
        )
        timers.set(id.slot, to: now + waiting.lifetime)
        succeed(waiting.request, at: now) { builder in
            for endpoint in relayed { builder.append(XORRelayedAddress(endpoint)) }
            builder.append(Lifetime(seconds: waiting.lifetime.secondsRoundedUp))
            if let token = grant.token { builder.append(token) }
            builder.append(XORMappedAddress(waiting.client.tuple.client))
            // §7.2: the family that could not be had is named, the other one is granted.
            for family in waiting.families where !relayed.contains(where: { $0.address.family == family }) {
                let error = Rejection(grant.refusal ?? .noCapacity).error
                builder.append(AddressErrorCode(family: AddressFamilyCode(family), error: error))
            }
        }
        emit(
            .event(
                .allocated(waiting.client, user: waiting.user, relayed: relayed, lifetime: waiting.lifetime)
            )
        )
    }

    mutating func failAllocate(_ id: AllocationID, _ refusal: RelayRefusal, at now: Instant) {
        guard let waiting = pending.removeValue(forKey: id) else { return }
        allocations.releaseSlot(id)
        guard !waiting.isAbandoned else { return }
        let (request, rejection) = (waiting.request, Rejection(refusal))
        refuse(.allocate, request.id, rejection, to: waiting.client, signedBy: request, at: now)
        report(rejection, .allocate, of: waiting.client, user: request.username)
    }

    /// Nobody waits for these answers any more.
    mutating func abandonPending(where matches: (Pending) -> Bool) {
        for (id, waiting) in pending where matches(waiting) { pending[id]?.isAbandoned = true }
    }
}

extension MessageView {
    /// The first attribute of a kind, or nil; a malformed one makes the request bad (400).
    func required<A: Attribute>(_ kind: A.Type) throws(Rejection) -> A? {
        do throws(AttributeError) {
            return try attribute(kind)
        } catch {
            throw .badRequest
        }
    }
}
