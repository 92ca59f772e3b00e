import EventLoop
import SansIO

/// The other end of a client's flow: a plain UDP socket.
struct BenchPeer {
    /// Room for what a burst brings: the measured buffers are the server's.
    private static let buffer = 4 << 20

    let socket: UDPSocket

    init(_ plan: BenchPlan) throws {
        socket = try UDPSocket(bindingTo: Endpoint(plan.peerAddress, 0), options: Self.options(plan))
    }

    /// How all datagram sockets of the generator are made; thousands of them get what the system gives.
    static func options(_ plan: BenchPlan) -> UDPSocket.Options {
        var options = UDPSocket.Options()
        guard plan.mode != .allocations else { return options }
        options.receiveBuffer = buffer
        options.sendBuffer = buffer
        return options
    }
}
