/// A Binding request, as a client asks for its own address or probes a NAT.
///
/// RFC 8489 §12 and RFC 5780 §4
public struct BindingRequest: Hashable, Sendable {
    public var transactionID: TransactionID
    /// From where the response is wanted.
    public var changeRequest: ChangeRequest?
    /// To which of the client's ports the response is wanted.
    public var responsePort: ResponsePort?
    /// How much to fill the request up; not together with `responsePort`.
    public var padding: Padding?
    /// Whether to add FINGERPRINT.
    public var hasFingerprint = false

    public init(_ transactionID: TransactionID) {
        self.transactionID = transactionID
    }

    /// The message.
    public var bytes: [UInt8] {
        var message = MessageBuilder(MessageType(.binding, .request), transactionID)
        if let changeRequest { message.append(changeRequest) }
        if let responsePort { message.append(responsePort) }
        if let padding, padding.length + 36 <= message.remainingLength { message.append(padding) }
        if hasFingerprint { message.appendFingerprint() }
        return message.bytes
    }
}
