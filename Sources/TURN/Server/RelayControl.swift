public import SansIO

/// What all workers of a server share: relay ports, reservations and the users' quotas.
///
/// A pure value. The server keeps one behind a lock, which only Allocate, Refresh and delete touch; a
/// simulation keeps one as it is. It opens no socket: it says which port to open and is told how that went.
public struct RelayControl: ~Copyable {
    /// How many allocations may live at once.
    public struct Limits: Hashable, Sendable {
        public var allocationsPerUser: Int
        public var allocations: Int

        public init(allocationsPerUser: Int = 12, allocations: Int = .max) {
            self.allocationsPerUser = allocationsPerUser
            self.allocations = allocations
        }
    }

    /// One port that is to be opened.
    public struct Leg: Hashable, Sendable {
        public var family: IPAddress.Family
        /// Where to bind the socket.
        public var local: Endpoint
        /// What the client is told.
        public var relayed: Endpoint
        /// A socket that is open already: the one kept under a reservation token.
        public var heldSocket: Int32?
        /// The next port, to be opened too and kept under a token.
        public var reservedNext: Endpoint?
    }

    /// The ports for one allocation.
    public struct Plan: Hashable, Sendable {
        public var legs: [Leg]
        /// Why the second of two families is missing.
        public var refusal: RelayRefusal?
    }

    /// How long a reserved port is kept (RFC 8656 §7.2: at least 30 s).
    public static let reservationLifetime = Duration.seconds(30)

    private struct Reservation {
        var user: String
        var local: Endpoint
        var relayed: Endpoint
        var socket: Int32
        var expiry: Instant
    }

    private let addresses: [RelayAddress]
    private let limits: Limits
    private let livePorts: LiveRelayPorts
    private var generator: any RandomNumberGenerator
    private var pools: [RelayPortPool]
    private var allocationsOfUser: [String: Int] = [:]
    private var reservations: [ReservationToken: Reservation] = [:]
    public private(set) var allocationCount = 0

    /// A table in which every port of every address is free.
    ///
    /// Of several addresses of a family a client gets the one it came to. `generator` is unpredictable in a
    /// server and seeded in a simulation.
    public init(
        addresses: [RelayAddress],
        ports: ClosedRange<UInt16>,
        limits: Limits,
        livePorts: LiveRelayPorts,
        generator: any RandomNumberGenerator
    ) {
        self.addresses = addresses
        self.limits = limits
        self.livePorts = livePorts
        self.generator = generator
        pools = addresses.map { _ in RelayPortPool(ports: ports) }
    }

    // MARK: Allocations

    /// Takes the ports that a request asks for and counts the allocation against its user.
    ///
    /// Every leg ends in `confirm` or in `giveBack`.
    public mutating func plan(_ request: RelayRequest, at now: Instant) throws(RelayRefusal) -> Plan {
        guard allocationsOfUser[request.user, default: 0] < limits.allocationsPerUser else {
            throw .quotaReached
        }
        guard allocationCount < limits.allocations else { throw .noCapacity }
        try requireRoomForReservation(request)
        var plan = Plan(legs: [], refusal: nil)
        if case .reserved(let token) = request.wish {
            plan.legs = [try claim(token, user: request.user, at: now)]
        } else {
            var refusals: [RelayRefusal] = []
            for family in request.families {
                do throws(RelayRefusal) {
                    plan.legs.append(try leg(family, for: request, at: now))
                } catch {
                    refusals.append(error)
                }
            }
            if plan.legs.isEmpty { throw refusals.first ?? .familyNotSupported }
            plan.refusal = refusals.first
        }
        allocationsOfUser[request.user, default: 0] += 1
        allocationCount += 1
        return plan
    }

    /// Another port for a leg whose port something else on the host holds; nil when none is left.
    ///
    /// The old port rests.
    public mutating func replace(_ leg: Leg, wish: RelayRequest.Wish, at now: Instant) -> Leg? {
        giveBack(leg, at: now)
        guard let index = addresses.firstIndex(where: { $0.local == leg.local.address }) else { return nil }
        return openLeg(at: index, wish: wish, at: now)
    }

    /// The sockets are open: the ports are live from now on.
    public func confirm(_ relayed: [Endpoint]) {
        for endpoint in relayed { livePorts.insert(endpoint) }
    }

    /// A leg's socket could not be opened: its ports rest.
    ///
    /// When no leg could be, the allocation is to be uncounted too.
    public mutating func giveBack(_ leg: Leg, at now: Instant) {
        giveBack(leg.local, at: now)
        if let next = leg.reservedNext { giveBack(next, at: now) }
    }

    /// One relayed address of an allocation was closed.
    public mutating func release(local: Endpoint, relayed: Endpoint, at now: Instant) {
        livePorts.remove(relayed)
        giveBack(local, at: now)
    }

    /// An allocation ended; its relayed addresses were released.
    public mutating func uncount(_ user: String) {
        allocationCount -= 1
        let left = (allocationsOfUser[user] ?? 1) - 1
        allocationsOfUser[user] = left > 0 ? left : nil
    }

    // MARK: Reservations

    /// Reserved ports are held without an allocation: without a bound of their own, a user who allocates and
    /// deletes in turn would hold them all.
    private func requireRoomForReservation(_ request: RelayRequest) throws(RelayRefusal) {
        guard request.wish == .evenWithNextReserved else { return }
        let held = reservations.values.lazy.filter { $0.user == request.user }.count
        guard held < limits.allocationsPerUser else { throw .quotaReached }
    }

    /// Keeps the open socket of a reserved next port, and names it.
    public mutating func keep(_ leg: Leg, socket: Int32, user: String, at now: Instant) -> ReservationToken? {
        guard let local = leg.reservedNext else { return nil }
        let token = ReservationToken(rawValue: generator.next())
        reservations[token] = Reservation(
            user: user,
            local: local,
            relayed: Endpoint(leg.relayed.address, local.port),
            socket: socket,
            expiry: now + Self.reservationLifetime
        )
        return token
    }

    /// When the next reservation ends.
    public var nextDeadline: Instant? { reservations.values.map(\.expiry).min() }

    /// Ends the reservations whose time is over; the caller closes their sockets.
    public mutating func expireReservations(at now: Instant) -> [Int32] {
        let expired = reservations.filter { $0.value.expiry <= now }
        for (token, reservation) in expired {
            reservations[token] = nil
            giveBack(reservation.local, at: now)
        }
        return expired.values.map(\.socket)
    }

    /// A reserved port belongs to whoever knows its token, but only within the same user's credentials.
    private mutating func claim(
        _ token: ReservationToken,
        user: String,
        at now: Instant
    ) throws(RelayRefusal) -> Leg {
        guard let reservation = reservations[token], reservation.user == user, reservation.expiry > now
        else { throw .unknownToken }
        reservations[token] = nil
        return Leg(
            family: reservation.local.address.family,
            local: reservation.local,
            relayed: reservation.relayed,
            heldSocket: reservation.socket
        )
    }

    // MARK: Ports

    private mutating func leg(
        _ family: IPAddress.Family,
        for request: RelayRequest,
        at now: Instant
    ) throws(RelayRefusal) -> Leg {
        let candidates = addresses.indices.filter { addresses[$0].local.family == family }
        guard !candidates.isEmpty else { throw .familyNotSupported }
        let preferred = candidates.filter { addresses[$0].local == request.server.address }
        for index in preferred + candidates.filter({ !preferred.contains($0) }) {
            if let leg = openLeg(at: index, wish: request.wish, at: now) { return leg }
        }
        throw .noCapacity
    }

    private mutating func openLeg(at index: Int, wish: RelayRequest.Wish, at now: Instant) -> Leg? {
        let port: UInt16? =
            switch wish {
            case .any: pools[index].take(even: false, at: now, using: &generator)
            case .even: pools[index].take(even: true, at: now, using: &generator)
            case .evenWithNextReserved: pools[index].takePair(at: now, using: &generator)
            case .reserved: nil
            }
        guard let port else { return nil }
        let address = addresses[index]
        return Leg(
            family: address.local.family,
            local: Endpoint(address.local, port),
            relayed: Endpoint(address.advertised, port),
            reservedNext: wish == .evenWithNextReserved ? Endpoint(address.local, port + 1) : nil
        )
    }

    private mutating func giveBack(_ local: Endpoint, at now: Instant) {
        guard let index = addresses.firstIndex(where: { $0.local == local.address }) else { return }
        pools[index].giveBack(local.port, at: now)
    }
}
