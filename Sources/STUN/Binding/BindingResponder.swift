public import SansIO

/// The server's side of Binding: tells a client its address and, if asked to, helps it to probe its NAT.
///
/// RFC 8489 §12 and RFC 5780 §6. A plain reply holds XOR-MAPPED-ADDRESS and nothing else, since anybody
/// can have it sent to a third party.
public struct BindingResponder: Sendable {
    /// The greatest number of bytes that PADDING is answered with; the request's own length is not
    /// exceeded either.
    public static let maximumPadding = 1500

    /// Nil when behavior discovery is off: then its attributes are unknown ones.
    public var discovery: DiscoveryEndpoints?

    public init(discovery: DiscoveryEndpoints? = nil) {
        self.discovery = discovery
    }

    /// The reply to a Binding request that came from `client` to `server`.
    ///
    /// Nil for other messages, indications among them, and when FINGERPRINT is wrong. Behavior discovery
    /// works over UDP and at the configured endpoints only.
    public func reply(
        to message: borrowing MessageView,
        from client: Endpoint,
        at server: Endpoint,
        over transport: TransportProtocol = .udp
    ) -> BindingReply? {
        guard message.type == MessageType(.binding, .request),
            !message.hasFingerprint || message.verifyFingerprint()
        else { return nil }
        let discovery = transport == .udp && discovery?.contains(server) == true ? discovery : nil
        let unknown = message.unknownAttributes { type in
            Self.knows(type) || discovery != nil && Self.isForDiscovery(type)
        }
        var reply = BindingReply(bytes: [], source: server, destination: client)
        do throws(Refusal) {
            guard unknown.isEmpty else { throw .unknown(unknown) }
            if let discovery {
                reply.bytes = try probed(message, by: client, at: server, discovery, &reply)
            } else {
                reply.bytes = finished(mapping(message, client), message)
            }
        } catch {
            reply = BindingReply(bytes: refused(message, error), source: server, destination: client)
        }
        return reply
    }

    /// Whether a Binding usage without discovery understands an attribute.
    static func knows(_ type: AttributeType) -> Bool {
        switch type {
        case .mappedAddress, .username, .messageIntegrity, .errorCode, .unknownAttributes, .realm, .nonce,
            .messageIntegritySHA256, .passwordAlgorithm, .userHash, .xorMappedAddress:
            true
        default:
            !type.isComprehensionRequired
        }
    }

    private static func isForDiscovery(_ type: AttributeType) -> Bool {
        type == .changeRequest || type == .padding || type == .responsePort
    }

    private enum Refusal: Error {
        case badRequest
        case unknown([AttributeType])
    }

    /// The reply to a request at one of the discovery endpoints, and the way it takes.
    private func probed(
        _ message: borrowing MessageView,
        by client: Endpoint,
        at server: Endpoint,
        _ discovery: DiscoveryEndpoints,
        _ way: inout BindingReply
    ) throws(Refusal) -> [UInt8] {
        let change: ChangeRequest?
        let responsePort: ResponsePort?
        let padding: Padding?
        do throws(AttributeError) {
            change = try message.attribute(ChangeRequest.self)
            responsePort = try message.attribute(ResponsePort.self)
            padding = try message.attribute(Padding.self)
        } catch {
            throw .badRequest
        }
        if let change {
            let counterpart = discovery.counterpart(
                of: server,
                address: change.changesAddress,
                port: change.changesPort
            )
            // A server with one address cannot do what the attribute asks for.
            guard let counterpart else { throw .unknown([.changeRequest]) }
            way.source = counterpart
        }
        if let responsePort {
            // §7.5: a request with both must not be processed.
            guard responsePort.port != 0, padding == nil else { throw .badRequest }
            way.destination.port = responsePort.port
        }
        var reply = mapping(message, client)
        reply.append(ResponseOrigin(way.source))
        if let other = discovery.other(than: server) { reply.append(OtherAddress(other)) }
        if let padding, let answer = Padding(length: min(padding.length, Self.maximumPadding)) {
            reply.append(answer)
        }
        return finished(reply, message)
    }

    private func mapping(_ message: borrowing MessageView, _ client: Endpoint) -> MessageBuilder {
        var reply = MessageBuilder(MessageType(.binding, .success), message.transactionID)
        reply.append(XORMappedAddress(client))
        return reply
    }

    private func refused(_ message: borrowing MessageView, _ refusal: Refusal) -> [UInt8] {
        var reply = MessageBuilder(MessageType(.binding, .error), message.transactionID)
        switch refusal {
        case .badRequest:
            reply.append(ErrorCode.badRequest)
        case .unknown(let types):
            reply.append(ErrorCode.unknownAttribute)
            reply.append(UnknownAttributes(types))
        }
        return finished(reply, message)
    }

    /// The bytes of a reply, with FINGERPRINT if the request had it (RFC 8489 §7).
    private func finished(_ reply: consuming MessageBuilder, _ message: borrowing MessageView) -> [UInt8] {
        var reply = reply
        if message.hasFingerprint { reply.appendFingerprint() }
        return reply.bytes
    }
}
