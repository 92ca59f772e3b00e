import EventLoop
import Glibc
import SansIO
import Synchronization

/// Ports for the listeners of tests.
///
/// Below the ports that the kernel gives to sockets bound to port 0: one of those that was free a moment ago may
/// have become the local port of another test's connection.
enum ListeningPorts {
    private static let range: Range<UInt32> = 20_000..<30_000
    private static let first = UInt32(bitPattern: getpid()) &* 97
    private static let drawn = Atomic<UInt32>(0)

    /// A port that no other test of this process was given and that is free for UDP and TCP.
    static func next(at address: IPAddress) throws -> UInt16 {
        for _ in range {
            let number = first &+ drawn.wrappingAdd(1, ordering: .relaxed).oldValue
            let port = UInt16(range.lowerBound + number % UInt32(range.count))
            if isFree(Endpoint(address, port)) { return port }
        }
        throw Unexpected("no port of \(range) is free")
    }

    private static func isFree(_ endpoint: Endpoint) -> Bool {
        do {
            _ = try UDPSocket(bindingTo: endpoint)
            _ = try StreamListener(listeningAt: endpoint)
            return true
        } catch {
            return false
        }
    }
}
