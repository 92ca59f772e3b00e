import Cryptography
import EventLoop
import SansIO
import TURN

/// One thread of the relay: a poller, its sockets, and a server core that they drive.
///
/// It owns all sockets of the allocations whose clients it accepted. The packet path has no lock, no `await`
/// and allocates nothing: a batch is read, the core says what to do with each packet, a batch is sent. The
/// other files of this type: `+Datagrams` and `+Streams` (towards clients), `+Relays` (towards peers),
/// `+Outputs` (what the core asked for).
final class RelayWorker {
    let setup: WorkerSetup
    let poller: Poller
    var server: TURNServer
    let receiver = DatagramReceiver(slotCount: 64, capacity: 65_535, copyCount: 128)
    let sender = DatagramSender(capacity: 128)
    /// For answers, which the core hands over as bytes of their own.
    let replies = PacketSlab(slotCount: 1, capacity: 4096)

    var tls: TLSServerContext?
    var connections: [ClientConnection?] = []
    var freeConnectionSlots: [Int] = []
    var connectionGeneration: UInt32 = 0
    /// Connections that got something to send since the last flush.
    var dirty: [ClientConnection] = []
    let streamInput = StreamInput()
    /// Until when accepting pauses since no descriptor is left.
    var acceptPausedUntil: Instant?

    var relays: [RelaySocket?] = []
    var now: Instant
    private var isStopped = false
    private var nextHousekeeping: Instant

    /// Housekeeping looks at idle connections and at the wall clock this often.
    private static let housekeepingInterval = Duration.seconds(1)

    private let clock: () -> Instant
    /// Records that anybody outside can cause.
    var refusalRecords = RecordBudget()
    var connectionRecords = RecordBudget()

    /// A worker on sockets that are open already; a test gives it a clock that it moves.
    init(_ setup: WorkerSetup, clock: @escaping () -> Instant = MonotonicClock.now) throws(SystemError) {
        self.setup = setup
        self.clock = clock
        tls = setup.tls
        now = clock()
        nextHousekeeping = now
        poller = try Poller()
        server = TURNServer(
            configuration: setup.core,
            livePorts: setup.livePorts,
            generator: SecureRandom(),
            at: now
        )
        server.handle(.wallClock(WallClock.now()), at: now)
        try poller.add(
            setup.commands.fileDescriptor,
            token: PollToken(.commands).rawValue,
            interest: .read
        )
        for (index, socket) in setup.datagramSockets.enumerated() {
            let token = PollToken(.datagrams, slot: index)
            try poller.add(socket.fileDescriptor, token: token.rawValue, interest: .read)
        }
        for (index, listener) in setup.listeners.enumerated() {
            let token = PollToken(.listener, slot: index)
            try poller.add(listener.socket.fileDescriptor, token: token.rawValue, interest: .read)
        }
    }

    /// Serves until it is told to stop.
    func run() throws(SystemError) {
        while !isStopped { try runOnce(until: nil) }
    }

    /// Waits for the next event, or the next deadline, and does what it asks for.
    func runOnce(until limit: Instant?) throws(SystemError) {
        var deadline = nextHousekeeping
        if let core = server.nextDeadline { deadline = min(deadline, core) }
        if let limit { deadline = min(deadline, limit) }
        let count = try poller.wait(until: deadline)
        now = clock()
        for index in 0..<count { serve(poller[index]) }
        if let due = server.nextDeadline, due <= now {
            server.advance(to: now)
            performOutputs()
        }
        if nextHousekeeping <= now { keepHouse() }
        flush()
    }

    /// Sends the datagrams that wait, after which what was received is needed no more.
    func flushDatagrams() {
        sender.flush()
        receiver.reset()
    }

    private func serve(_ event: Poller.Event) {
        guard let token = PollToken(rawValue: event.token) else { return }
        switch token.kind {
        case .commands: setup.commands.drain().forEach(obey)
        case .datagrams: receiveDatagrams(at: Int(token.slot))
        case .listener: accept(at: Int(token.slot))
        case .connection: serveConnection(token, event)
        case .relay: serveRelay(token, event)
        }
    }

    private func obey(_ command: WorkerCommand) {
        switch command {
        case .useCertificate(let context): tls = context
        case .stop:
            server.handle(.stop, at: now)
            performOutputs()
            setup.log.write(server.counters, sender.counts, truncated: receiver.truncatedCount, setup.index)
            isStopped = true
        }
    }

    private func keepHouse() {
        nextHousekeeping = now + Self.housekeepingInterval
        server.handle(.wallClock(WallClock.now()), at: now)
        setup.control.expireReservations(at: now)
        endIdleConnections()
        resumeAccepting()
    }

    /// Sends what waits: datagrams first, then what streams take.
    func flush() {
        flushDatagrams()
        flushStreams()
    }
}
