internal import CLinux
internal import Glibc
public import SansIO

/// A UDP socket bound to one endpoint, non-blocking; it is closed when the last owner lets go of it.
///
/// IPv6 sockets carry IPv6 only. Datagrams leave without "don't fragment" unless a send asks for it, since
/// a relay cannot know the path of the peer's next hop. The value may pass between threads.
public final class UDPSocket: Sendable {
    /// What a socket is made with.
    public struct Options: Sendable {
        /// Several sockets share the endpoint, the kernel spreads senders over them by five-tuple.
        public var reusesPort = false
        /// The receive buffer to ask for, in bytes; nil leaves the system's.
        public var receiveBuffer: Int?
        /// The send buffer to ask for, in bytes; nil leaves the system's.
        public var sendBuffer: Int?
        /// ICMP errors are kept in the error queue (`readErrors`).
        public var reportsErrors = false
        /// Datagrams of one flow that follow each other may come as one, where the kernel can: only for a
        /// `DatagramReceiver` that is made for them.
        public var coalesces = false

        public init() {}
    }

    public let fileDescriptor: Int32
    /// Where the socket is bound, the port that the kernel chose included.
    public let localEndpoint: Endpoint

    /// Binds to `endpoint`; port 0 lets the kernel choose.
    public init(bindingTo endpoint: Endpoint, options: Options = Options()) throws(SystemError) {
        let descriptor = try SocketDescriptor.open(endpoint.address.family, SOCK_DGRAM)
        do throws(SystemError) {
            try Self.configure(descriptor, endpoint.address.family, options)
            try SocketDescriptor.bind(descriptor, to: endpoint)
            localEndpoint = try SocketDescriptor.localEndpoint(of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        fileDescriptor = descriptor
    }

    deinit {
        close(fileDescriptor)
    }

    private static func configure(
        _ descriptor: Int32,
        _ family: IPAddress.Family,
        _ options: Options
    ) throws(SystemError) {
        if options.reusesPort {
            try SocketDescriptor.set(descriptor, Int(SOL_SOCKET), SO_REUSEPORT, 1, "SO_REUSEPORT")
        }
        if let size = options.receiveBuffer {
            try request(size, descriptor, Int32(clx_so_rcvbufforce), SO_RCVBUF, "SO_RCVBUF")
        }
        if let size = options.sendBuffer {
            try request(size, descriptor, Int32(clx_so_sndbufforce), SO_SNDBUF, "SO_SNDBUF")
        }
        if options.reportsErrors { try setReportsErrors(descriptor, family) }
        // A kernel before 5.0 hands them over one by one.
        if options.coalesces { _ = clx_set_coalescing(descriptor, 1) }
        try setDontFragment(false, descriptor, family)
    }

    /// Asks past the system's bound, which takes CAP_NET_ADMIN, else within it.
    private static func request(
        _ size: Int,
        _ descriptor: Int32,
        _ force: Int32,
        _ option: Int32,
        _ name: StaticString
    ) throws(SystemError) {
        let size = Int32(clamping: size)
        do throws(SystemError) {
            try SocketDescriptor.set(descriptor, Int(SOL_SOCKET), force, size, name)
        } catch {
            try SocketDescriptor.set(descriptor, Int(SOL_SOCKET), option, size, name)
        }
    }

    /// The receive buffer that was granted, in bytes; the kernel reports it doubled for its own records.
    public var receiveBuffer: Int {
        Int(SocketDescriptor.get(fileDescriptor, Int(SOL_SOCKET), SO_RCVBUF) ?? 0) / 2
    }

    /// The send buffer that was granted, in bytes.
    public var sendBuffer: Int {
        Int(SocketDescriptor.get(fileDescriptor, Int(SOL_SOCKET), SO_SNDBUF) ?? 0) / 2
    }

    /// From now on ICMP errors and refused sends are kept in the error queue.
    public func reportErrors() throws(SystemError) {
        try Self.setReportsErrors(fileDescriptor, localEndpoint.address.family)
    }

    private static func setReportsErrors(
        _ descriptor: Int32,
        _ family: IPAddress.Family
    ) throws(SystemError) {
        switch family {
        case .v4: try SocketDescriptor.set(descriptor, IPPROTO_IP, IP_RECVERR, 1, "IP_RECVERR")
        case .v6: try SocketDescriptor.set(descriptor, IPPROTO_IPV6, IPV6_RECVERR, 1, "IPV6_RECVERR")
        }
    }

    /// Whether datagrams leave with DF set (IPv4), or are never cut up at this host (IPv6).
    public func setDontFragment(_ isSet: Bool) throws(SystemError) {
        try Self.setDontFragment(isSet, fileDescriptor, localEndpoint.address.family)
    }

    static func setDontFragment(
        _ isSet: Bool,
        _ descriptor: Int32,
        _ family: IPAddress.Family
    ) throws(SystemError) {
        switch family {
        case .v4:
            let mode = isSet ? IP_PMTUDISC_DO : IP_PMTUDISC_DONT
            try SocketDescriptor.set(descriptor, IPPROTO_IP, IP_MTU_DISCOVER, mode, "IP_MTU_DISCOVER")
        case .v6:
            let mode = isSet ? IPV6_PMTUDISC_DO : IPV6_PMTUDISC_DONT
            try SocketDescriptor.set(descriptor, IPPROTO_IPV6, IPV6_MTU_DISCOVER, mode, "IPV6_MTU_DISCOVER")
            try SocketDescriptor.set(descriptor, IPPROTO_IPV6, IPV6_DONTFRAG, isSet ? 1 : 0, "IPV6_DONTFRAG")
        }
    }

    /// Sends one datagram by itself, outside any batch.
    ///
    /// A full send buffer throws EAGAIN; with `dontFragment`, one that is greater than the known MTU of the
    /// path throws EMSGSIZE. An error that an earlier datagram left on the socket does not harm this one.
    public func send(
        _ packet: PacketBuffer,
        to destination: Endpoint,
        dontFragment: Bool = false
    ) throws(SystemError) {
        if dontFragment { try setDontFragment(true) }
        defer { if dontFragment { try? setDontFragment(false) } }
        let address = SocketAddress(destination)
        let bytes = packet.base + packet.range.lowerBound
        func attempt() -> SystemCall.Outcome {
            SystemCall.outcome {
                address.withSockaddr {
                    sendto(fileDescriptor, bytes, packet.count, Int32(MSG_NOSIGNAL), $0, $1)
                }
            }
        }
        var outcome = attempt()
        if case .failure = outcome { outcome = attempt() }
        try outcome.get("sendto \(destination)")
    }
}
