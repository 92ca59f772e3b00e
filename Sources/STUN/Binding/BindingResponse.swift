public import SansIO

/// What a response to a Binding request says.
///
/// RFC 8489 §12 and RFC 5780 §4.3
public enum BindingResponse: Hashable, Sendable {
    /// The server saw `client`. The other two are there when it supports behavior discovery.
    case mapped(client: Endpoint, origin: Endpoint?, other: Endpoint?)
    /// The server refused, in case of a 420 because of these attributes.
    case refused(ErrorCode, unknown: [AttributeType])

    /// Reads a response; nil when the message is another one, or has not what a response must have.
    ///
    /// MAPPED-ADDRESS is taken only in the absence of XOR-MAPPED-ADDRESS. A wrong FINGERPRINT disqualifies.
    public init?(_ message: borrowing MessageView, to transactionID: TransactionID) {
        guard message.transactionID == transactionID, message.type.method == .binding,
            !message.hasFingerprint || message.verifyFingerprint()
        else { return nil }
        switch message.type.messageClass {
        case .success:
            guard !message.hasUnknownAttributes(knownBy: BindingResponder.knows),
                let client = Self.client(in: message)
            else { return nil }
            self = .mapped(
                client: client,
                origin: (try? message.attribute(ResponseOrigin.self))?.endpoint,
                other: (try? message.attribute(OtherAddress.self))?.endpoint
            )
        case .error:
            guard let code = try? message.attribute(ErrorCode.self) else { return nil }
            let unknown = try? message.attribute(UnknownAttributes.self)
            self = .refused(code, unknown: unknown?.types ?? [])
        case .request, .indication:
            return nil
        }
    }

    private static func client(in message: borrowing MessageView) -> Endpoint? {
        if message.contains(.xorMappedAddress) {
            return (try? message.attribute(XORMappedAddress.self))?.endpoint
        }
        return (try? message.attribute(MappedAddress.self))?.endpoint
    }
}
