internal import CLinux
internal import Glibc
public import SansIO

/// A listening TCP socket, non-blocking; it is closed when the last owner lets go of it.
public final class StreamListener: Sendable {
    /// What accepting brought.
    public enum Accepted {
        case connection(StreamSocket)
        /// No connection waits.
        case none
        /// The process or the system has no descriptor or memory left. The connection still waits and the
        /// poller would report it for ever: stop watching the listener until something was closed.
        case outOfDescriptors(SystemError)
    }

    public let fileDescriptor: Int32
    /// Where it listens, the port that the kernel chose included.
    public let localEndpoint: Endpoint
    private let streamOptions: StreamSocket.Options

    /// Listens at `endpoint`; `streamOptions` go to every connection.
    public init(
        listeningAt endpoint: Endpoint,
        reusesPort: Bool = false,
        backlog: Int = 1_024,
        streamOptions: StreamSocket.Options = StreamSocket.Options()
    ) throws(SystemError) {
        let descriptor = try SocketDescriptor.open(endpoint.address.family, SOCK_STREAM)
        do throws(SystemError) {
            try SocketDescriptor.set(descriptor, Int(SOL_SOCKET), SO_REUSEADDR, 1, "SO_REUSEADDR")
            if reusesPort {
                try SocketDescriptor.set(descriptor, Int(SOL_SOCKET), SO_REUSEPORT, 1, "SO_REUSEPORT")
            }
            try SocketDescriptor.bind(descriptor, to: endpoint)
            try SystemCall.outcome { Int(listen(descriptor, Int32(clamping: backlog))) }
                .get("listen \(endpoint)")
            localEndpoint = try SocketDescriptor.localEndpoint(of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        fileDescriptor = descriptor
        self.streamOptions = streamOptions
    }

    deinit {
        close(fileDescriptor)
    }

    /// Accepts one connection.
    ///
    /// A connection that broke while it waited is passed over; accept(2) asks that network errors of the new
    /// connection be treated so. Throws only when the listener itself is broken.
    public func accept() throws(SystemError) -> Accepted {
        for _ in 0..<Self.attempts {
            var address = SocketAddress()
            switch SystemCall.linux({ clx_accept(fileDescriptor, &address.storage, &address.length) }) {
            case .value(let descriptor):
                guard let peer = address.endpoint else {
                    close(Int32(descriptor))
                    continue
                }
                let stream = try? StreamSocket(
                    adopting: Int32(descriptor),
                    peer: peer,
                    options: streamOptions
                )
                if let stream { return .connection(stream) }
            case .wouldBlock:
                return .none
            case .failure(let code) where Self.isShortage(code):
                return .outOfDescriptors(SystemError("accept at \(localEndpoint)", code))
            case .failure(let code) where code == EBADF || code == EINVAL || code == ENOTSOCK:
                throw SystemError("accept at \(localEndpoint)", code)
            case .failure:
                continue
            }
        }
        return .none
    }

    /// Broken connections passed over per call; the poller reports the listener again.
    private static let attempts = 16

    private static func isShortage(_ code: Int32) -> Bool {
        [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
    }
}
