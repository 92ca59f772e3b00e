import STUN
import SansIO
import TURN

/// A response as the client gets it.
struct Answer: Hashable {
    let bytes: [UInt8]

    /// The code of an error response; nil when it is a success.
    var code: Int? {
        read { message in (try? message.attribute(ErrorCode.self))?.code } ?? nil
    }

    var isSuccess: Bool {
        read { message in message.type.messageClass == .success } ?? false
    }

    var method: STUN.Method? {
        read { message in message.type.method }
    }

    var transactionID: TransactionID? {
        read { message in message.transactionID }
    }

    /// The integrity attribute it carries.
    var integrity: IntegrityKind? {
        read { message in message.integrity } ?? nil
    }

    /// The first attribute of a kind.
    func attribute<A: Attribute>(_ kind: A.Type) -> A? {
        read { message in try? message.attribute(kind) } ?? nil
    }

    /// Every attribute of a kind.
    func all<A: Attribute>(_ kind: A.Type) -> [A] {
        read { message in (try? message.all(kind)) ?? [] } ?? []
    }

    func isSigned(by key: LongTermKey) -> Bool {
        read { message in message.verifyIntegrity(key: key) } ?? false
    }

    private func read<Value>(_ body: (borrowing MessageView) -> Value) -> Value? {
        guard let message = try? MessageView(bytes.span) else { return nil }
        return body(message)
    }
}
