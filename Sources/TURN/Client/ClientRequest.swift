import STUN
import SansIO

/// A request of the client that waits for its answer.
struct ClientRequest {
    /// What it asks for.
    enum Operation: Hashable {
        case allocate
        case refresh
        /// A Refresh with a lifetime of 0.
        case delete
        case createPermission([IPAddress])
        case channelBind(UInt16)

        var method: Method {
            switch self {
            case .allocate: .allocate
            case .refresh, .delete: .refresh
            case .createPermission: .createPermission
            case .channelBind: .channelBind
            }
        }
    }

    /// How often one operation is tried with a new nonce, realm or algorithm before it fails.
    static let mostChallenges = 4

    let operation: Operation
    let bytes: [UInt8]
    /// What it was signed with; nil for the first of all, which learns realm and nonce.
    let session: LongTermSession?
    let sentAt: Instant
    /// How many 401 and 438 came before it.
    let challenges: Int
    var transaction: ClientTransaction
    /// The last error that came and could not be believed.
    var unsignedError: ErrorCode?
}
