import EventLoop
import Glibc
import Namespaces
import SansIO

@testable import Lab

/// A UDP socket on a host of a network, for tests that ask once and look.
final class HostSocket {
    private let socket: EventLoop.UDPSocket
    let endpoint: Endpoint

    init(_ host: LabHost, _ address: IPAddress, port: UInt16 = 0) throws {
        socket = try host.namespace.enter { try UDPSocket(bindingTo: Endpoint(address, port)) }
        endpoint = socket.localEndpoint
    }

    /// Connects it, so that errors that come back are told on the next call.
    func connect(to peer: Endpoint) {
        _ = Self.withAddress(peer) { Glibc.connect(socket.fileDescriptor, $0, $1) }
    }

    /// Sends, and gives the errno; 0 for a success.
    @discardableResult
    func send(_ text: String, to peer: Endpoint) -> Int32 {
        let sent = Self.withAddress(peer) { address, length in
            sendto(socket.fileDescriptor, text, text.utf8.count, 0, address, length)
        }
        return sent < 0 ? errno : 0
    }

    /// Sends on a connected socket.
    func send(_ text: String) -> Int32 {
        Glibc.send(socket.fileDescriptor, text, text.utf8.count, 0) < 0 ? errno : 0
    }

    /// The next datagram and who sent it; nil when none came in time.
    func receive(within wait: Duration = .seconds(2)) -> (text: String, from: Endpoint)? {
        var waiting = pollfd(fd: socket.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Int32(wait / .milliseconds(1))) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 9000)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let count = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                recvfrom(socket.fileDescriptor, &buffer, buffer.count, 0, $0, &length)
            }
        }
        guard count >= 0 else { return nil }
        let source = IPAddress(v4: UInt32(bigEndian: address.sin_addr.s_addr))
        return (
            String(decoding: buffer[..<count], as: UTF8.self),
            Endpoint(source, UInt16(bigEndian: address.sin_port))
        )
    }

    private static func withAddress<Result>(
        _ endpoint: Endpoint,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = endpoint.port.bigEndian
        address.sin_addr.s_addr = UInt32(truncatingIfNeeded: endpoint.address.low).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

extension LabNetwork {
    /// A network of its own engine.
    convenience init(_ plan: LabPlan) throws {
        try self.init(plan, seed: 1, engine: NetworkEngine())
    }
}
