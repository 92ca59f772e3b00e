import STUN
import SansIO

/// Telling messages apart, and answering requests.
extension TURNServer {
    /// RFC 8656 §12: the first two bits tell STUN from ChannelData, everything else is dropped.
    mutating func receive(_ packet: PacketBuffer, from client: Client, at now: Instant) {
        guard packet.count >= 4 else {
            counters.malformed += 1
            return
        }
        switch packet[0] >> 6 {
        case 0: receiveMessage(packet, from: client, at: now)
        case 1: emit(relayChannelData(packet, from: client, at: now))
        default: counters.malformed += 1
        }
    }

    private mutating func receiveMessage(_ packet: PacketBuffer, from client: Client, at now: Instant) {
        let message: MessageView
        do throws(MessageError) {
            message = try MessageView(packet.bytes)
        } catch {
            counters.malformed += 1
            return
        }
        guard !message.hasFingerprint || message.verifyFingerprint() else {
            counters.malformed += 1
            return
        }
        switch (message.type.messageClass, message.type.method) {
        case (.indication, .send):
            emit(relaySendIndication(message, in: packet, from: client, at: now))
        case (.request, .binding):
            answerBinding(message, from: client, at: now)
        case (.request, .allocate), (.request, .refresh), (.request, .createPermission),
            (.request, .channelBind):
            answerRequest(message, from: client, at: now)
        default:
            // RFC 8489 §6.3: an unsupported method, or a class that makes no sense for it, is dropped.
            counters.malformed += 1
        }
    }

    private mutating func answerBinding(
        _ message: borrowing MessageView,
        from client: Client,
        at now: Instant
    ) {
        guard mayAnswerUnauthenticated(client, at: now) else { return }
        let server = client.tuple.server
        for responder in bindings where responder.discovery?.contains(server) != false {
            let reply = responder.reply(
                to: message,
                from: client.tuple.client,
                at: server,
                over: client.tuple.transport
            )
            if let reply { emit(.reply(client, reply.bytes, from: reply.source, to: reply.destination)) }
            return
        }
    }

    /// Checks who asks, then does what is asked, and answers with success, refusal, or both kinds later.
    private mutating func answerRequest(
        _ message: borrowing MessageView,
        from client: Client,
        at now: Instant
    ) {
        if let known = transactions.response(to: message, from: client, at: now) {
            reply(known, to: client)
            return
        }
        let request: AuthenticatedRequest
        do throws(Rejection) {
            request = try authenticate(message, from: client, at: now)
        } catch {
            guard mayAnswerUnauthenticated(client, at: now) else { return }
            refuse(message.type.method, message.transactionID, error, to: client, signedBy: nil, at: now)
            // The first request of every client is refused with 401: that is how it learns realm and nonce.
            if message.integrity != nil { report(error, message.type.method, of: client, user: nil) }
            return
        }
        do throws(Rejection) {
            try requireFreshNonce(message, from: client, at: now)
            try requireKnownAttributes(message)
            switch message.type.method {
            case .allocate: try allocate(message, request, at: now)
            case .refresh: try refresh(message, request, at: now)
            case .createPermission: try createPermission(message, request, at: now)
            default: try channelBind(message, request, at: now)
            }
        } catch {
            refuse(request.method, request.id, error, to: client, signedBy: request, at: now)
            report(error, request.method, of: client, user: request.username)
        }
    }

    mutating func report(_ rejection: Rejection, _ method: Method, of client: Client, user: String?) {
        emit(.event(.refused(client, method: method, code: rejection.error.code, user: user)))
    }

    /// RFC 8489 §6.3.1: 420 names every attribute that must be understood and is not.
    private func requireKnownAttributes(_ message: borrowing MessageView) throws(Rejection) {
        let unknown = message.unknownAttributes(knownBy: Self.isKnown)
        guard unknown.isEmpty else { throw .unknownAttributes(unknown) }
    }

    /// What 401 and 438 offer, the better one first (RFC 8489 §9.2.4).
    static var offeredAlgorithms: PasswordAlgorithms { PasswordAlgorithms([.sha256, .md5]) }

    /// Attributes that we understand; one that means nothing in a message is ignored (RFC 8489 §6.3).
    static func isKnown(_ type: AttributeType) -> Bool {
        switch type {
        case .username, .userHash, .realm, .nonce, .messageIntegrity, .messageIntegritySHA256,
            .passwordAlgorithm, .channelNumber, .lifetime, .xorPeerAddress, .data, .requestedAddressFamily,
            .evenPort, .requestedTransport, .dontFragment, .reservationToken, .mappedAddress,
            .xorMappedAddress,
            .xorRelayedAddress, .errorCode, .unknownAttributes:
            true
        default:
            false
        }
    }

    // MARK: Answers

    /// Whether a source that has proved nothing may be answered; a stream's source has proved its address.
    private mutating func mayAnswerUnauthenticated(_ client: Client, at now: Instant) -> Bool {
        guard !client.isStream else { return true }
        guard budget.admit(client.tuple.client.address, at: now) else {
            counters.answersWithheld += 1
            return false
        }
        return true
    }

    mutating func reply(_ bytes: [UInt8], to client: Client) {
        emit(.reply(client, bytes, from: client.tuple.server, to: client.tuple.client))
    }

    /// Answers with a success, which is remembered for retransmissions.
    mutating func succeed(
        _ request: AuthenticatedRequest,
        at now: Instant,
        _ attributes: (inout MessageBuilder) -> Void = { _ in }
    ) {
        var builder = MessageBuilder(MessageType(request.method, .success), request.id)
        attributes(&builder)
        request.sign(&builder)
        transactions.remember(builder.bytes, to: request, at: now)
        reply(builder.bytes, to: request.client)
    }

    /// Answers with an error: short, without a reason phrase, signed once the client has proved itself.
    mutating func refuse(
        _ method: Method,
        _ id: TransactionID,
        _ rejection: Rejection,
        to client: Client,
        signedBy request: AuthenticatedRequest?,
        at now: Instant
    ) {
        var builder = MessageBuilder(MessageType(method, .error), id)
        builder.append(rejection.error)
        switch rejection.detail {
        case .none: break
        case .unknownAttributes(let types): builder.append(UnknownAttributes(types))
        case .challenge:
            builder.append(configuration.realm)
            builder.appendRaw(
                type: .nonce,
                value: nonces.issue(to: client.tuple.client, at: unixTime(at: now))
            )
            builder.append(Self.offeredAlgorithms)
        }
        request?.sign(&builder)
        reply(builder.bytes, to: client)
    }
}
