internal import Glibc
public import SansIO

/// The addresses of this host's interfaces.
public enum InterfaceAddresses {
    /// One address of one interface.
    public struct Entry: Hashable, Sendable {
        public let name: String
        public let address: IPAddress
        public let isUp: Bool
        public let isLoopback: Bool
    }

    /// The addresses at present, in the kernel's order.
    public static func current() throws(SystemError) -> [Entry] {
        var list: UnsafeMutablePointer<ifaddrs>?
        try SystemCall.outcome { Int(getifaddrs(&list)) }.get("getifaddrs")
        defer { freeifaddrs(list) }
        var entries: [Entry] = []
        var next = list
        while let item = next {
            next = item.pointee.ifa_next
            guard let sockaddr = item.pointee.ifa_addr, let endpoint = SocketAddress.endpoint(of: sockaddr)
            else {
                continue
            }
            let flags = Int(item.pointee.ifa_flags)
            entries.append(
                Entry(
                    name: String(cString: item.pointee.ifa_name),
                    address: endpoint.address,
                    isUp: flags & Int(IFF_UP) != 0,
                    isLoopback: flags & Int(IFF_LOOPBACK) != 0
                )
            )
        }
        return entries
    }
}
