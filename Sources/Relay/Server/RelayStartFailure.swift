import EventLoop

/// Why a relay with a valid configuration can not start on this host.
enum RelayStartFailure: Error, CustomStringConvertible {
    /// No interface has an address to listen on.
    case noAddress
    case system(SystemError)
    /// Not a realm that STUN can carry.
    case realm(String)

    var description: String {
        switch self {
        case .noAddress:
            "no address to listen on: every interface has loopback or link-local addresses only; "
                + "name one with --listen"
        case .system(let error): error.description
        case .realm(let text): "realm: got \"\(text)\"; accepted: 1 to 127 printable characters"
        }
    }
}
