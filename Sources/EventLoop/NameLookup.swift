internal import Glibc
public import SansIO

/// The addresses of a host's name, asked of the system on a thread of its own, since that may take long.
///
/// The descriptor becomes readable when `outcome` is there. Who waits no longer lets go of the lookup; its
/// thread ends by itself when the system answers.
public final class NameLookup {
    /// Why a name has no address.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// No such name, or one without addresses.
        case unknownName
        /// No name server answered, or it could not tell.
        case noAnswer
        /// The system's words.
        case other(String)

        public var description: String {
            switch self {
            case .unknownName: "the name has no address"
            case .noAnswer: "no name server answers"
            case .other(let text): text
            }
        }
    }

    public typealias Outcome = Result<[IPAddress], Failure>

    private let arrival: Wakeup<Outcome>
    private var arrived: Outcome?

    /// Begins to look a name up, or an address in its text form.
    public init(of name: String) throws(SystemError) {
        let arrival = try Wakeup<Outcome>()
        self.arrival = arrival
        _ = try LoopThread(name: "name-lookup") { arrival.post(Self.look(up: name)) }
    }

    public var fileDescriptor: Int32 { arrival.fileDescriptor }

    /// Every address once, in the system's order of preference; nil while it is not known.
    public var outcome: Outcome? {
        if arrived == nil { arrived = arrival.drain().first }
        return arrived
    }

    private static func look(up name: String) -> Outcome {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, nil, &hints, &list)
        guard code == 0 else { return .failure(Failure(code)) }
        defer { freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = list
        while let item = next {
            next = item.pointee.ai_next
            guard let sockaddr = item.pointee.ai_addr,
                let address = SocketAddress.endpoint(of: sockaddr)?.address,
                !addresses.contains(address)
            else { continue }
            addresses.append(address)
        }
        return addresses.isEmpty ? .failure(.unknownName) : .success(addresses)
    }
}

extension NameLookup.Failure {
    /// Reads the code that the system's lookup returned.
    ///
    /// -5 is EAI_NODATA, which Glibc names only to those who ask: the name is there and has no address.
    fileprivate init(_ code: Int32) {
        self =
            switch code {
            case EAI_NONAME, -5: .unknownName
            case EAI_AGAIN: .noAnswer
            default: .other(String(cString: gai_strerror(code)))
            }
    }
}
