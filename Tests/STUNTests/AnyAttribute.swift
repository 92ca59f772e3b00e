import STUN

/// One type of attribute without its type, so that tests can go through all of them.
struct AnyAttribute: Sendable {
    /// What one value does when it is read, written and read again.
    enum Outcome: Equatable {
        case refused
        case stable
        case unstable
    }

    let type: AttributeType
    /// Judges a value under a transaction.
    let judge: @Sendable ([UInt8], TransactionID) -> Outcome

    init<A: Attribute>(_: A.Type) {
        type = A.type
        judge = { value, id in
            guard let first = try? A(decoding: value.span, transactionID: id) else { return .refused }
            var writer = AttributeWriter(transactionID: id)
            first.encode(into: &writer)
            guard let second = try? A(decoding: writer.bytes.span, transactionID: id) else {
                return .unstable
            }
            return first == second ? .stable : .unstable
        }
    }

    static let all = [
        AnyAttribute(MappedAddress.self), AnyAttribute(XORMappedAddress.self),
        AnyAttribute(Username.self), AnyAttribute(UserHash.self),
        AnyAttribute(MessageIntegrity.self), AnyAttribute(MessageIntegritySHA256.self),
        AnyAttribute(Fingerprint.self), AnyAttribute(ErrorCode.self), AnyAttribute(Realm.self),
        AnyAttribute(Nonce.self), AnyAttribute(PasswordAlgorithms.self),
        AnyAttribute(PasswordAlgorithm.self), AnyAttribute(UnknownAttributes.self),
        AnyAttribute(Software.self), AnyAttribute(AlternateServer.self),
        AnyAttribute(AlternateDomain.self), AnyAttribute(ChangeRequest.self),
        AnyAttribute(ResponseOrigin.self), AnyAttribute(OtherAddress.self),
        AnyAttribute(Padding.self), AnyAttribute(ResponsePort.self),
    ]
}
