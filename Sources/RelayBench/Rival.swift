/// The server that castrelay is compared with.
enum Rival: Hashable, Sendable {
    /// Debian's.
    case coturn
    /// Another build of castrelay: whether a change of it made it faster.
    case castrelay(path: String)

    /// What the tables call it.
    var name: String {
        switch self {
        case .coturn: "coturn"
        case .castrelay: "other"
        }
    }
}
