internal import CLinux
internal import Glibc
public import SansIO

/// One end of a TCP connection, non-blocking; it is closed when the last owner lets go of it.
public final class StreamSocket: Sendable {
    /// What a connection's socket is set to.
    public struct Options: Sendable {
        /// Unsent bytes the kernel may hold before the socket is no longer writable: what waits there can
        /// not be dropped any more when it has grown stale (TCP_NOTSENT_LOWAT).
        public var unsentLowWater = 16_384
        /// The connection fails when sent data stays unacknowledged this long (TCP_USER_TIMEOUT).
        public var userTimeout: Duration = .seconds(30)
        /// An idle connection is probed after this long, then every ten seconds.
        public var keepaliveIdle: Duration = .seconds(60)
        /// The send buffer to ask for, in bytes; nil leaves it to the kernel, which tunes it.
        public var sendBuffer: Int?
        /// The receive buffer to ask for, in bytes.
        public var receiveBuffer: Int?

        public init() {}
    }

    public let fileDescriptor: Int32
    /// The other end.
    public let peer: Endpoint
    /// This end, as it was when the socket was made.
    public let localEndpoint: Endpoint

    /// Takes over a connected descriptor.
    init(adopting descriptor: Int32, peer: Endpoint, options: Options) throws(SystemError) {
        do throws(SystemError) {
            try Self.configure(descriptor, options)
            localEndpoint = try SocketDescriptor.localEndpoint(of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        fileDescriptor = descriptor
        self.peer = peer
    }

    /// Begins to connect to `peer`: when the socket is writable, ask `finishConnecting`.
    public init(
        connectingTo peer: Endpoint,
        from local: Endpoint? = nil,
        options: Options = Options()
    ) throws(SystemError) {
        let descriptor = try SocketDescriptor.open(peer.address.family, SOCK_STREAM)
        do throws(SystemError) {
            try Self.configure(descriptor, options)
            if let local { try SocketDescriptor.bind(descriptor, to: local) }
            let address = SocketAddress(peer)
            let result = address.withSockaddr { connect(descriptor, $0, $1) }
            // An interrupted connect goes on by itself; calling it again would fail.
            if result < 0, errno != EINPROGRESS, errno != EINTR {
                throw SystemError("connect \(peer)", errno)
            }
            localEndpoint = try SocketDescriptor.localEndpoint(of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        fileDescriptor = descriptor
        self.peer = peer
    }

    deinit {
        close(fileDescriptor)
    }

    private static func configure(_ descriptor: Int32, _ options: Options) throws(SystemError) {
        let idle = Int32(clamping: options.keepaliveIdle.secondsRoundedUp)
        let timeout = Int32(clamping: options.userTimeout.wholeNanoseconds / 1_000_000)
        let tcp = Int(IPPROTO_TCP)
        let unsent = Int32(clamping: options.unsentLowWater)
        try SocketDescriptor.set(descriptor, tcp, TCP_NODELAY, 1, "TCP_NODELAY")
        try SocketDescriptor.set(descriptor, tcp, Int32(clx_tcp_notsent_lowat), unsent, "TCP_NOTSENT_LOWAT")
        try SocketDescriptor.set(descriptor, tcp, Int32(clx_tcp_user_timeout), timeout, "TCP_USER_TIMEOUT")
        try SocketDescriptor.set(descriptor, Int(SOL_SOCKET), SO_KEEPALIVE, 1, "SO_KEEPALIVE")
        try SocketDescriptor.set(descriptor, tcp, TCP_KEEPIDLE, max(1, idle), "TCP_KEEPIDLE")
        try SocketDescriptor.set(descriptor, tcp, TCP_KEEPINTVL, 10, "TCP_KEEPINTVL")
        try SocketDescriptor.set(descriptor, tcp, TCP_KEEPCNT, 3, "TCP_KEEPCNT")
        if let size = options.sendBuffer {
            try SocketDescriptor.set(
                descriptor,
                Int(SOL_SOCKET),
                SO_SNDBUF,
                Int32(clamping: size),
                "SO_SNDBUF"
            )
        }
        if let size = options.receiveBuffer {
            try SocketDescriptor.set(
                descriptor,
                Int(SOL_SOCKET),
                SO_RCVBUF,
                Int32(clamping: size),
                "SO_RCVBUF"
            )
        }
    }

    /// Whether the connect has succeeded; false while it is under way.
    ///
    /// Throws why it failed.
    public func finishConnecting() throws(SystemError) -> Bool {
        let pending = SocketDescriptor.get(fileDescriptor, Int(SOL_SOCKET), SO_ERROR) ?? 0
        guard pending == 0 else { throw SystemError("connect \(peer)", pending) }
        var address = SocketAddress()
        switch SystemCall.outcome({ address.fill { Int(getpeername(fileDescriptor, $0, $1)) } }) {
        case .value: return true
        case .wouldBlock, .failure(ENOTCONN): return false
        case .failure(let code): throw SystemError("connect \(peer)", code)
        }
    }

    /// Reads what has arrived into `buffer`.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> StreamRead {
        guard !buffer.isEmpty else { return .wouldBlock }
        switch SystemCall.outcome({ recv(fileDescriptor, buffer.baseAddress, buffer.count, 0) }) {
        case .value(0): return .endOfStream
        case .value(let count): return .bytes(count)
        case .wouldBlock: return .wouldBlock
        case .failure(let code): throw SystemError("recv from \(peer)", code)
        }
    }

    /// Writes as many of `bytes` as the kernel takes; 0 when it takes none now.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        guard !bytes.isEmpty else { return 0 }
        let flags = Int32(MSG_NOSIGNAL)
        switch SystemCall.outcome({ Glibc.send(fileDescriptor, bytes.baseAddress, bytes.count, flags) }) {
        case .value(let count): return count
        case .wouldBlock: return 0
        case .failure(let code): throw SystemError("send to \(peer)", code)
        }
    }

    /// Tells the peer that nothing more will be written.
    public func shutDownWriting() {
        _ = shutdown(fileDescriptor, Int32(SHUT_WR))
    }

    /// Makes closing break the connection at once (RST) instead of delivering what waits in the kernel.
    public func abortOnClose() {
        var choice = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        _ = setsockopt(fileDescriptor, SOL_SOCKET, SO_LINGER, &choice, size)
    }

    /// What the first byte of a new connection says about its protocol.
    public enum Opening: Hashable, Sendable {
        /// 0x16: a TLS handshake record (RFC 8446 §5.1).
        case tls
        /// Any other byte: STUN's known methods begin with 0x00 or 0x01, ChannelData with 0x40 to 0x4F.
        case plain
        /// Nothing has arrived yet.
        case undecided
        case endOfStream
    }

    /// Looks at the first byte without taking it.
    public func peekOpening() throws(SystemError) -> Opening {
        var byte: UInt8 = 0
        switch SystemCall.outcome({ recv(fileDescriptor, &byte, 1, Int32(MSG_PEEK)) }) {
        case .value(0): return .endOfStream
        case .value: return byte == 0x16 ? .tls : .plain
        case .wouldBlock: return .undecided
        case .failure(let code): throw SystemError("recv from \(peer)", code)
        }
    }
}
