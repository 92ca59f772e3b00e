import EventLoop
import SansIO
import TURN
import YAML

/// The one table that all workers share, behind a lock: relay ports, quotas, and connection counts.
///
/// Allocate, Refresh, delete, connect and disconnect take the lock; a relayed packet never does.
final class SharedControl: Sendable {
    private struct State: ~Copyable {
        var control: RelayControl
        /// The sockets of reserved ports, by descriptor.
        var held: [Int32: UDPSocket] = [:]
        var connectionsOfSource: [IPAddress: Int] = [:]
        var connectionCount = 0
    }

    private let state: Locked<State>
    private let limits: RelayLimits
    private let socketOptions: UDPSocket.Options

    init(_ control: consuming sending RelayControl, limits: RelayLimits) {
        state = Locked(State(control: control))
        self.limits = limits
        var options = UDPSocket.Options()
        options.receiveBuffer = limits.receiveBuffer.bytes
        options.reportsErrors = true
        options.coalesces = true
        socketOptions = options
    }

    // MARK: Relay ports

    /// One open relay socket of an allocation.
    struct OpenLeg {
        var socket: UDPSocket
        var relayed: Endpoint
    }

    /// Opens the relay sockets that a request asks for.
    func open(
        _ request: RelayRequest,
        at now: Instant
    ) throws(RelayRefusal) -> (legs: [OpenLeg], grant: RelayGrant) {
        let plan = try state.withLock { state throws(RelayRefusal) in
            try state.control.plan(request, at: now)
        }
        var legs: [OpenLeg] = []
        var token: ReservationToken?
        for leg in plan.legs {
            guard let (socket, opened, reserved) = openSocket(leg, request.wish, at: now) else { continue }
            legs.append(OpenLeg(socket: socket, relayed: opened.relayed))
            if let reserved { token = keep(reserved, of: opened, user: request.user, at: now) }
        }
        guard !legs.isEmpty else {
            state.withLock { $0.control.uncount(request.user) }
            throw .noCapacity
        }
        let relayed = legs.map(\.relayed)
        state.withLock { $0.control.confirm(relayed) }
        let grant = RelayGrant(
            legs: relayed.map { RelayGrant.Leg(relayed: $0) },
            token: token,
            refusal: plan.refusal
        )
        return (legs, grant)
    }

    /// Opens a leg's socket; ports that something else on this host holds are passed over.
    private func openSocket(
        _ planned: RelayControl.Leg,
        _ wish: RelayRequest.Wish,
        at now: Instant
    ) -> (UDPSocket, RelayControl.Leg, UDPSocket?)? {
        if let held = planned.heldSocket {
            return state.withLock { $0.held.removeValue(forKey: held) }.map { ($0, planned, nil) }
        }
        var leg: RelayControl.Leg? = planned
        for _ in 0..<Self.attempts {
            guard let current = leg else { return nil }
            if let socket = try? UDPSocket(bindingTo: current.local, options: socketOptions) {
                guard let next = current.reservedNext else { return (socket, current, nil) }
                if let reserved = try? UDPSocket(bindingTo: next, options: socketOptions) {
                    return (socket, current, reserved)
                }
            }
            leg = state.withLock { $0.control.replace(current, wish: wish, at: now) }
        }
        if let leg { state.withLock { $0.control.giveBack(leg, at: now) } }
        return nil
    }

    private static let attempts = 16

    private func keep(
        _ socket: UDPSocket,
        of leg: RelayControl.Leg,
        user: String,
        at now: Instant
    ) -> ReservationToken? {
        state.withLock { state in
            state.held[socket.fileDescriptor] = socket
            return state.control.keep(leg, socket: socket.fileDescriptor, user: user, at: now)
        }
    }

    /// A relayed address ended; with `user`, the whole allocation did.
    func release(_ socket: UDPSocket, relayed: Endpoint, user: String?, at now: Instant) {
        state.withLock { state in
            state.control.release(local: socket.localEndpoint, relayed: relayed, at: now)
            if let user { state.control.uncount(user) }
        }
    }

    /// Closes the sockets of reservations whose time is over.
    func expireReservations(at now: Instant) {
        state.withLock { state in
            for descriptor in state.control.expireReservations(at: now) {
                state.held[descriptor] = nil
            }
        }
    }

    // MARK: Connections

    /// Counts a new connection; false when its source, or the server, has enough of them.
    func admitConnection(from address: IPAddress) -> Bool {
        let source = address.sourceNetwork
        return state.withLock { state in
            guard state.connectionCount < limits.connections,
                state.connectionsOfSource[source, default: 0] < limits.connectionsPerSource
            else { return false }
            state.connectionCount += 1
            state.connectionsOfSource[source, default: 0] += 1
            return true
        }
    }

    func forgetConnection(from address: IPAddress) {
        let source = address.sourceNetwork
        state.withLock { state in
            state.connectionCount -= 1
            let left = (state.connectionsOfSource[source] ?? 1) - 1
            state.connectionsOfSource[source] = left > 0 ? left : nil
        }
    }
}
