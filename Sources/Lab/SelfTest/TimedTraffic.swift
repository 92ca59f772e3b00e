internal import CLinux
internal import EventLoop
internal import Glibc
internal import Namespaces
public import SansIO

/// Numbered datagrams from one host to another at an even pace, and what became of each.
public struct TimedTraffic: Sendable {
    /// What arrived, and when.
    public struct Outcome: Sendable {
        /// How many were sent.
        public var sent: Int
        /// For each number sent, how often it arrived.
        public var arrivals: [UInt8]
        /// How many arrived after one that was sent later.
        public var overtaken: Int
        /// From the send to the receiving kernel, ascending; those left out whose sender was held up while
        /// it sent.
        public var delays: [Duration]
        /// From the first arrival to the last.
        public var span: Duration

        public var received: Int { arrivals.count { $0 > 0 } }
        public var lost: Int { sent - received }
        public var duplicates: Int { arrivals.reduce(0) { $0 + max(0, Int($1) - 1) } }

        /// The delay that a share of them did not exceed; nil when none was measured.
        public func delay(_ share: Double) -> Duration? {
            guard !delays.isEmpty else { return nil }
            return delays[min(delays.count - 1, Int((Double(delays.count) * share).rounded(.up)) - 1)]
        }

        /// The lengths of all runs of datagrams lost one after the other.
        public var lossRuns: [Int] {
            var runs: [Int] = []
            var run = 0
            for arrival in arrivals {
                if arrival == 0 {
                    run += 1
                } else if run > 0 {
                    runs.append(run)
                    run = 0
                }
            }
            return run > 0 ? runs + [run] : runs
        }
    }

    /// Datagrams.
    public var count: Int
    /// Datagrams a second.
    public var rate: Int
    /// Bytes of UDP payload in each, at least 16.
    public var bytes: Int
    /// How long to wait for the last ones.
    public var patience: Duration = .seconds(2)
    /// Whether they must not be cut on their way (DF).
    public var dontFragment = false
    /// Whether the receiver is behind a NAT: it sends to the source first, and gets what comes back.
    public var isAnswer = false

    public init(count: Int, rate: Int, bytes: Int = 1172) {
        self.count = count
        self.rate = rate
        self.bytes = max(16, bytes)
    }

    /// Sends from one host's endpoint to another's and waits until all have come, or could have.
    public func run(
        from sender: LabHost,
        _ source: Endpoint,
        to receiver: LabHost,
        _ destination: Endpoint
    ) throws -> Outcome {
        let target = try receiver.namespace.enter { try socket(destination) }
        let origin = try sender.namespace.enter { try socket(source) }
        _ = clx_set_arrival_times(target.fileDescriptor, 1)
        let way = isAnswer ? try open(from: target, to: origin) : destination
        try origin.setDontFragment(dontFragment)
        let recorder = TrafficRecorder(count: count)
        let isDone = Locked<Bool>(false)
        let plan = self
        let receiving = try LoopThread(name: "traffic in") {
            recorder.receive(from: target.fileDescriptor) { isDone.withLock { $0 } }
        }
        let sending = try LoopThread(name: "traffic out") {
            plan.send(through: origin, to: way, recorder)
        }
        sending.join()
        let end = EventLoop.MonotonicClock.now() + patience
        while EventLoop.MonotonicClock.now() < end, recorder.arrivedCount < count { usleep(2000) }
        isDone.withLock { $0 = true }
        receiving.join()
        return recorder.outcome(sent: count)
    }

    /// Opens the NATs in front of the receiver, and tells as whom the sender sees it.
    private func open(from target: UDPSocket, to origin: UDPSocket) throws -> Endpoint {
        let slab = PacketSlab(slotCount: 1, capacity: 16)
        var buffer = [UInt8](repeating: 0, count: 64)
        for _ in 0..<20 {
            try? target.send(slab.packet(0, count: 4), to: origin.localEndpoint)
            var waiting = pollfd(fd: origin.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Int32(clamping: Int(patience / .milliseconds(1)))) > 0 else { continue }
            if let (_, source) = DiscoveryRun.receive(origin.fileDescriptor, &buffer) { return source }
        }
        throw PathUnopened(source: target.localEndpoint, destination: origin.localEndpoint)
    }

    private func socket(_ endpoint: Endpoint) throws -> UDPSocket {
        var options = UDPSocket.Options()
        options.receiveBuffer = 8 << 20
        options.sendBuffer = 4 << 20
        return try UDPSocket(bindingTo: endpoint, options: options)
    }

    private func send(through socket: UDPSocket, to destination: Endpoint, _ recorder: TrafficRecorder) {
        let slab = PacketSlab(slotCount: 1, capacity: bytes)
        let packet = slab.packet(0, count: bytes)
        let interval = 1_000_000_000 / UInt64(max(1, rate))
        var due = EventLoop.MonotonicClock.now().nanoseconds
        for number in 0..<count {
            Self.sleep(until: due)
            due += interval
            packet.setUInt32(UInt32(number), at: 0)
            let before = TrafficRecorder.realTime()
            try? socket.send(packet, to: destination)
            recorder.noteSent(number, at: before, took: TrafficRecorder.realTime() &- before)
        }
    }

    private static func sleep(until time: UInt64) {
        var wanted = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wanted, nil) == EINTR {}
    }
}

/// A path on which not one of twenty datagrams arrived.
struct PathUnopened: Error, CustomStringConvertible {
    let source: Endpoint
    let destination: Endpoint

    var description: String { "nothing that \(source) sends reaches \(destination)" }
}
