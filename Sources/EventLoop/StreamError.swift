/// Why a stream broke.
public enum StreamError: Error, Hashable, Sendable, CustomStringConvertible {
    case system(SystemError)
    case tls(TLSError)

    public var description: String {
        switch self {
        case .system(let error): error.description
        case .tls(let error): error.description
        }
    }
}
