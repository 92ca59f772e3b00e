internal import EventLoop
internal import Glibc
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
        let poller = try Poller()
        for (index, socket) in sockets.enumerated() {
            try poller.add(socket.fileDescriptor, token: UInt64(index), interest: .read)
        }
        let slab = PacketSlab(slotCount: 1, capacity: 1500)
        var discovery = LifetimeDiscovery(
            server: server,
            idleTimes: idleTimes,
            pace: pace,
            random: SeededRandom(seed: seed),
            at: MonotonicClock.now()
        )
        var buffer = [UInt8](repeating: 0, count: 1500)
        while !discovery.isFinished {
            while let send = discovery.nextSend() {
                try? sockets[send.socket].send(slab.packet(0, copying: send.bytes), to: send.destination)
            }
            let count = try poller.wait(until: discovery.nextDeadline)
            for index in 0..<count {
                let socket = Int(poller[index].token)
                while let (length, _) = receive(sockets[socket].fileDescriptor, &buffer) {
                    discovery.receive(Array(buffer[..<length]), on: socket, at: MonotonicClock.now())
                }
            }
            discovery.advance(to: MonotonicClock.now())
        }
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
        let poller = try Poller()
        try poller.add(socket.fileDescriptor, token: 0, interest: .read)
        let slab = PacketSlab(slotCount: 1, capacity: 1500)
        var trial = MappingTrial(
            server: server,
            other: other,
            pace: pace,
            random: SeededRandom(seed: seed),
            at: MonotonicClock.now()
        )
        var buffer = [UInt8](repeating: 0, count: 1500)
        while !trial.isFinished {
            while let send = trial.nextSend() {
                try? socket.send(slab.packet(0, copying: send.bytes), to: send.destination)
            }
            _ = try poller.wait(until: trial.nextDeadline)
            while let (length, _) = receive(socket.fileDescriptor, &buffer) {
                trial.receive(Array(buffer[..<length]), at: MonotonicClock.now())
            }
            trial.advance(to: MonotonicClock.now())
        }
        return (trial.dependence, trial.mapped)
    }
}
