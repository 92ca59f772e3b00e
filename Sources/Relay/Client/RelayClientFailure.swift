import TURN

/// Why a client has no allocation, or has it no more.
enum RelayClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing passes between client and server.
    case link(LinkFailure)
    /// The server was reached and granted nothing; or, over UDP, nothing came back.
    case allocate(AllocateFailure)
    case lost(AllocationLoss)

    var description: String {
        switch self {
        case .link(let failure): failure.description
        case .allocate(let failure): "no allocation: \(failure)"
        case .lost(let loss): "the allocation is lost: \(loss)"
        }
    }
}
