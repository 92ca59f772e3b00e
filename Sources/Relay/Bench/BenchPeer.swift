package import EventLoop
package import SansIO

/// Makes a peer's socket, where it is not to be in the network namespace of the clients.
package typealias BenchPeerBinding = @Sendable (Endpoint, UDPSocket.Options) throws -> UDPSocket

/// The other end of a client's flow: a plain UDP socket.
struct BenchPeer {
    /// Room for what a burst brings: the measured buffers are the server's.
    private static let buffer = 4 << 20

    let socket: UDPSocket

    init(_ plan: BenchPlan, _ bind: BenchPeerBinding?) throws {
        let (endpoint, options) = (Endpoint(plan.peerAddress, 0), Self.options(plan))
        socket = try bind?(endpoint, options) ?? UDPSocket(bindingTo: endpoint, options: options)
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
