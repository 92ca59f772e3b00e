import EventLoop
import SansIO

/// How one client's bytes travel to the server.
enum BenchLink {
    case datagrams(UDPSocket)
    case stream(StreamConnection)

    var fileDescriptor: Int32 {
        switch self {
        case .datagrams(let socket): socket.fileDescriptor
        case .stream(let stream): stream.socket.fileDescriptor
        }
    }

    var localEndpoint: Endpoint {
        switch self {
        case .datagrams(let socket): socket.localEndpoint
        case .stream(let stream): stream.socket.localEndpoint
        }
    }

    /// Opens what the plan asks for; a stream is still connecting then.
    init(_ plan: BenchPlan, tls: TLSClientContext?) throws {
        let local = Endpoint(plan.clientAddress, 0)
        guard plan.transport != .udp, plan.mode != .direct else {
            self = .datagrams(try UDPSocket(bindingTo: local, options: BenchPeer.options(plan)))
            return
        }
        var options = StreamSocket.Options()
        // What the generator has handed out is under way: nothing of it is to be held back or grow stale.
        options.unsentLowWater = 4 << 20
        options.receiveBuffer = 4 << 20
        let limits = StreamQueue.Limits(byteCount: 16 << 20, age: .seconds(60))
        let socket = try StreamSocket(connectingTo: plan.server, from: local, options: options)
        guard let tls else {
            self = .stream(StreamConnection(socket, limits: limits))
            return
        }
        let name = plan.serverName ?? "\(plan.server.address)"
        let session = try TLSSession(connecting: socket, context: tls, serverName: name)
        self = .stream(StreamConnection(session, limits: limits))
    }
}
