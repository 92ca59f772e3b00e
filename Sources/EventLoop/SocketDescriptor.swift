internal import CLinux
internal import Glibc
internal import SansIO

/// What all sockets have in common: making, options, names.
enum SocketDescriptor {
    static func open(_ family: IPAddress.Family, _ kind: __socket_type) throws(SystemError) -> Int32 {
        let domain = family == .v4 ? AF_INET : AF_INET6
        let type = Int32(kind.rawValue) | Int32(clx_socket_flags)
        let descriptor = Int32(try SystemCall.outcome { Int(socket(domain, type, 0)) }.get("socket"))
        guard family == .v6 else { return descriptor }
        do throws(SystemError) {
            try set(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, 1, "IPV6_V6ONLY")
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    static func set(
        _ descriptor: Int32,
        _ level: Int,
        _ option: Int32,
        _ value: Int32,
        _ name: StaticString
    ) throws(SystemError) {
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        try SystemCall.outcome { Int(setsockopt(descriptor, Int32(level), option, &value, size)) }
            .get("setsockopt \(name)")
    }

    static func get(_ descriptor: Int32, _ level: Int, _ option: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, Int32(level), option, &value, &size) == 0 ? value : nil
    }

    static func bind(_ descriptor: Int32, to endpoint: Endpoint) throws(SystemError) {
        let address = SocketAddress(endpoint)
        try SystemCall.outcome { address.withSockaddr { Int(Glibc.bind(descriptor, $0, $1)) } }
            .get("bind \(endpoint)")
    }

    static func localEndpoint(of descriptor: Int32) throws(SystemError) -> Endpoint {
        var address = SocketAddress()
        try SystemCall.outcome { address.fill { Int(getsockname(descriptor, $0, $1)) } }.get("getsockname")
        guard let endpoint = address.endpoint else { throw SystemError("getsockname", EAFNOSUPPORT) }
        return endpoint
    }
}
