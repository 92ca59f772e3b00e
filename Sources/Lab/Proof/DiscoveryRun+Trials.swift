internal import EventLoop
internal import NetworkCheck
internal import SansIO
internal import VirtualNetwork

/// Smaller questions over real sockets of the calling thread's network namespace.
extension DiscoveryRun {
    /// How long an idle flow is known: still after the first, no more after the second; takes as long as the
    /// longest of the times, and a little more.
    static func lifetime(
        server: Endpoint,
        from address: IPAddress,
        idleTimes: [Duration],
        pace: DiscoveryPace = DiscoveryPace(),
        seed: UInt64
    ) throws -> (longestAlive: Duration?, shortestForgotten: Duration?) {
        let sockets = try (0...idleTimes.count).map { _ in try UDPSocket(bindingTo: Endpoint(address, 0)) }
        var discovery = LifetimeDiscovery(
            server: server,
            idleTimes: idleTimes,
            pace: pace,
            random: SeededRandom(seed: seed),
            at: MonotonicClock.now()
        )
        try drive(&discovery, through: sockets)
        return (discovery.longestAlive, discovery.shortestForgotten)
    }

    /// The mapping of one socket, which stays its owner's.
    static func mapping(
        of socket: UDPSocket,
        server: Endpoint,
        other: Endpoint,
        pace: DiscoveryPace,
        seed: UInt64
    ) throws -> (dependence: EndpointDependence?, mapped: Set<Endpoint>) {
        var trial = MappingTrial(
            server: server,
            other: other,
            pace: pace,
            random: SeededRandom(seed: seed),
            at: MonotonicClock.now()
        )
        try drive(&trial, through: [socket])
        return (trial.dependence, trial.mapped)
    }
}
