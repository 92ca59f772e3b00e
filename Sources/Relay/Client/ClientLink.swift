import EventLoop
import Glibc
import SansIO

/// A client's own socket: a UDP port, or a connection with what it takes to come about.
///
///     connecting ──▶ securing (TLS only) ──▶ open ──▶ failed
///          └──────────────┴──────────────────────────▶ failed
final class ClientLink {
    private enum Socket {
        case datagrams(UDPSocket)
        case stream(StreamConnection)
    }

    /// How far the link has come.
    enum Stage: Hashable {
        case connecting
        case securing
        case open
        case failed(LinkFailure)
    }

    let access: ServerAccess
    private(set) var stage: Stage
    /// When the connection has to stand, or TLS be agreed on; nil once the link is open.
    private(set) var deadline: Instant?
    /// What the system or a router said last of datagrams to the server: they may be lost, or all in vain.
    private(set) var datagramFailure: LinkFailure?
    private let socket: Socket
    private unowned let loop: ClientLoop

    init(_ access: ServerAccess, in loop: ClientLoop) throws(LinkFailure) {
        self.access = access
        self.loop = loop
        let stream: StreamSocket
        do throws(SystemError) {
            guard access.transport != .udp else {
                socket = .datagrams(try Self.datagramSocket(access))
                stage = .open
                return
            }
            stream = try StreamSocket(
                connectingTo: access.server,
                from: access.local.map { Endpoint($0, 0) },
                options: access.streamOptions
            )
        } catch {
            throw .noRoute(error)
        }
        socket = .stream(try Self.connection(stream, access))
        stage = .connecting
        deadline = loop.now + access.connectTimeout
    }

    private static func datagramSocket(_ access: ServerAccess) throws(SystemError) -> UDPSocket {
        var options = UDPSocket.Options()
        options.reportsErrors = true
        options.receiveBuffer = 2 << 20
        let local = access.local ?? .unspecified(access.server.address.family)
        return try UDPSocket(bindingTo: Endpoint(local, 0), options: options)
    }

    /// A TLS context is there whenever the transport is TLS: without one the system's authorities are believed.
    private static func connection(
        _ stream: StreamSocket,
        _ access: ServerAccess
    ) throws(LinkFailure) -> StreamConnection {
        guard access.transport == .tls else { return StreamConnection(stream) }
        do throws(TLSError) {
            let context = if let tls = access.tls { tls } else { try TLSClientContext() }
            let name = access.serverName ?? "\(access.server.address)"
            return StreamConnection(try TLSSession(connecting: stream, context: context, serverName: name))
        } catch {
            throw .tls(error)
        }
    }

    var fileDescriptor: Int32 {
        switch socket {
        case .datagrams(let socket): socket.fileDescriptor
        case .stream(let stream): stream.socket.fileDescriptor
        }
    }

    var interest: Poller.Interest {
        guard case .stream(let stream) = socket else { return .read }
        return stage == .connecting ? .write : stream.interest
    }

    var isOpen: Bool { stage == .open }

    var failure: LinkFailure? {
        guard case .failed(let failure) = stage else { return nil }
        return failure
    }

    /// Reads what has arrived; `take` gets datagrams, or pieces of the stream, valid until it returns.
    func serve(_ event: Poller.Event, take: (PacketBuffer) -> Void) {
        switch socket {
        case .datagrams(let socket):
            if event.hasError { readErrors(of: socket) }
            repeat {
                for index in 0..<loop.receiver.receive(from: socket) { take(loop.receiver.packet(index)) }
            } while loop.receiver.mayHoldMore
        case .stream(let stream):
            do throws(StreamError) {
                try serve(stream, take)
            } catch {
                fail(LinkFailure(error, while: stage))
            }
        }
    }

    /// Gives up what is not there in time.
    func advance(to now: Instant) {
        guard let deadline, deadline <= now else { return }
        fail(stage == .connecting ? .connectTimeout : .handshakeTimeout)
    }

    func transmit(_ packet: PacketBuffer, isDroppable: Bool) {
        switch socket {
        case .datagrams(let socket):
            do throws(SystemError) {
                try socket.send(packet, to: access.server)
            } catch {
                // A datagram that finds no room is lost as one on the way may be.
                if error.code != EAGAIN { datagramFailure = LinkFailure(error) }
            }
        case .stream(let stream):
            guard isOpen else { return }
            let now = loop.now
            do throws(StreamError) {
                guard stream.send(packet, isDroppable: isDroppable, at: now) != .overflow else {
                    return fail(.broken(SystemError("send to \(access.server)", ENOBUFS)))
                }
                try stream.flush(at: now)
            } catch {
                fail(LinkFailure(error, while: stage))
            }
        }
    }

    private func serve(_ stream: StreamConnection, _ take: (PacketBuffer) -> Void) throws(StreamError) {
        if stage == .connecting {
            do throws(SystemError) {
                guard try stream.socket.finishConnecting() else { return }
            } catch {
                throw .system(error)
            }
            let isSecure = stream.transport == .tls
            stage = isSecure ? .securing : .open
            deadline = isSecure ? loop.now + access.connectTimeout : nil
        }
        let room = loop.streamInput.packet(0, count: loop.streamInput.capacity)
        let memory = UnsafeMutableRawBufferPointer(
            start: room.base + room.range.lowerBound,
            count: room.count
        )
        while failure == nil {
            let read = try stream.read(into: memory)
            if stage == .securing, stream.isOpen {
                stage = .open
                deadline = nil
            }
            switch read {
            case .bytes(let count): take(loop.streamInput.packet(0, count: count))
            case .wouldBlock: return try stream.flush(at: loop.now)
            case .endOfStream: fail(.closedByServer)
            }
        }
    }

    private func readErrors(of socket: UDPSocket) {
        socket.readErrors { entry in
            guard entry.destination == access.server else { return }
            switch entry.error {
            case ECONNREFUSED: datagramFailure = .refused
            case EHOSTUNREACH, ENETUNREACH, EACCES: datagramFailure = .unreachable
            default: break
            }
        }
    }

    private func fail(_ failure: LinkFailure) {
        stage = .failed(failure)
        deadline = nil
    }
}

extension LinkFailure {
    /// What the system says of a socket.
    init(_ error: SystemError) {
        self =
            switch error.code {
            case ECONNREFUSED: .refused
            case ENETUNREACH, EHOSTUNREACH: .unreachable
            case ETIMEDOUT: .connectTimeout
            default: .broken(error)
            }
    }

    init(_ error: StreamError, while stage: ClientLink.Stage) {
        switch error {
        case .tls(let error): self = .tls(error)
        // Only before the connection stands do these words mean that there is none.
        case .system(let error): self = stage == .connecting ? LinkFailure(error) : .broken(error)
        }
    }
}
