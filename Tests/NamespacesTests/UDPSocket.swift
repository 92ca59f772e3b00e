import Glibc
import Namespaces
import SansIO

/// A bound UDP socket of the namespace it was made in.
struct UDPSocket: ~Copyable {
    let file: FileDescriptor

    init(_ endpoint: Endpoint) throws {
        let family = endpoint.address.family == .v4 ? AF_INET : AF_INET6
        file = FileDescriptor(owning: socket(family, Int32(SOCK_DGRAM.rawValue), 0))
        let result = Self.withAddress(endpoint) { bind(file.rawValue, $0, $1) }
        guard result == 0 else { throw KernelError("bind to \(endpoint)", code: errno) }
    }

    func send(_ text: String, to endpoint: Endpoint) throws {
        let sent = Self.withAddress(endpoint) { sendto(file.rawValue, text, text.utf8.count, 0, $0, $1) }
        guard sent == text.utf8.count else { throw KernelError("send to \(endpoint)", code: errno) }
    }

    /// The next datagram; nil when none came within two seconds.
    func receive() -> String? {
        guard file.waitUntilReadable(for: .seconds(2)) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 2048)
        let length = recv(file.rawValue, &buffer, buffer.count, 0)
        return length < 0 ? nil : String(decoding: buffer[..<length], as: UTF8.self)
    }

    /// Who sent the next datagram (IPv4); nil when none came within `wait`.
    func receiveSource(within wait: Duration = .seconds(2)) -> Endpoint? {
        guard file.waitUntilReadable(for: wait) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 2048)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let received = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                recvfrom(file.rawValue, &buffer, buffer.count, 0, $0, &length)
            }
        }
        guard received >= 0 else { return nil }
        return Endpoint(
            IPAddress(v4: UInt32(bigEndian: address.sin_addr.s_addr)),
            UInt16(bigEndian: address.sin_port)
        )
    }

    private static func withAddress<Result>(
        _ endpoint: Endpoint,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        func pass<Address>(_ address: Address) -> Result {
            withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<Address>.size))
                }
            }
        }
        switch endpoint.address.family {
        case .v4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = endpoint.port.bigEndian
            address.sin_addr.s_addr = UInt32(truncatingIfNeeded: endpoint.address.low).bigEndian
            return pass(address)
        case .v6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = endpoint.port.bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: endpoint.address.bytes) }
            return pass(address)
        }
    }
}
