internal import HTTP
internal import SansIO

/// The thread of an HTTP server: a poller, its listeners, and a core for each connection.
///
/// The other files of this type: `+Accepting`, `+Serving` (bytes), `+Answering` (what cores and other threads
/// want done).
final class HTTPServerLoop {
    typealias Handler = @Sendable (HTTPRequest, HTTPPeer) -> HTTPAnswer

    let listeners: [HTTPListener]
    let settings: HTTPServerSettings
    let handler: Handler
    let commands: Wakeup<HTTPServerCommand>
    let published: Locked<HTTPServerCounts>
    let poller: Poller
    let clock: () -> Instant

    var tls: TLSServerContext?
    var connections: [ServedConnection?] = []
    var freeSlots: [Int] = []
    var generation: UInt32 = 0
    var connectionsOfSource: [IPAddress: Int] = [:]
    /// Connections to look at again before waiting.
    var dirty: [ServedConnection] = []
    var timers = TimerTable<UInt32>()
    var counts = HTTPServerCounts()
    var now: Instant
    /// Until when accepting pauses since no descriptor is left.
    var acceptPausedUntil: Instant?
    /// When the connections that are left are dropped; nil while the server serves.
    var stopDeadline: Instant?

    /// Where all connections are read into, in turn.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)

    static let commandToken = ConnectionID(slot: Int(ConnectionID.reservedSlots), generation: 0).token
    static func listenerToken(_ index: Int) -> UInt64 { commandToken + UInt64(index) + 1 }

    init(
        listeners: [HTTPListener],
        tls: TLSServerContext?,
        settings: HTTPServerSettings,
        commands: Wakeup<HTTPServerCommand>,
        published: Locked<HTTPServerCounts>,
        clock: @escaping () -> Instant = MonotonicClock.now,
        handler: @escaping Handler
    ) throws(SystemError) {
        self.listeners = listeners
        self.tls = tls
        self.settings = settings
        self.commands = commands
        self.published = published
        self.clock = clock
        self.handler = handler
        now = clock()
        poller = try Poller()
        try poller.add(commands.fileDescriptor, token: Self.commandToken, interest: .read)
        for (index, listener) in listeners.enumerated() {
            let token = Self.listenerToken(index)
            try poller.add(listener.socket.fileDescriptor, token: token, interest: .read)
        }
    }

    deinit {
        buffer.deallocate()
    }

    /// Serves until it is told to stop and every connection has ended.
    func run() throws(SystemError) {
        while !isDone { try runOnce(until: nil) }
        for case let connection? in connections { drop(connection) }
        publish()
    }

    private var isDone: Bool {
        guard let stopDeadline else { return false }
        return counts.connections == 0 || stopDeadline <= now
    }

    /// Waits for the next event, or the next deadline, and does what it asks for.
    func runOnce(until limit: Instant?) throws(SystemError) {
        let count = try poller.wait(until: deadline(limit))
        now = clock()
        for index in 0..<count { serve(poller[index]) }
        while let slot = timers.popDue(at: now) {
            guard let connection = connections[Int(slot)] else { continue }
            connection.timer = nil
            connection.advance(to: now)
            markDirty(connection)
        }
        resumeAccepting()
        serveDirty()
        publish()
    }

    private func deadline(_ limit: Instant?) -> Instant? {
        if !dirty.isEmpty { return now }
        var earliest = limit
        for deadline in [timers.nextDeadline, acceptPausedUntil, stopDeadline] {
            guard let deadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        return earliest
    }

    private func serve(_ event: Poller.Event) {
        if event.token == Self.commandToken {
            obeyCommands()
        } else if event.token > Self.commandToken {
            accept(at: Int(event.token - Self.commandToken) - 1)
        } else if let connection = connection(ConnectionID(token: event.token)) {
            serve(connection, event)
        }
    }

    func connection(_ id: ConnectionID) -> ServedConnection? {
        guard Int(id.slot) < connections.count, let connection = connections[Int(id.slot)],
            connection.id == id
        else { return nil }
        return connection
    }

    func markDirty(_ connection: ServedConnection) {
        guard !connection.isDirty else { return }
        connection.isDirty = true
        dirty.append(connection)
    }

    /// Looks at those that were dirty when it was called; who becomes so again is looked at next time.
    private func serveDirty() {
        let waiting = dirty
        dirty = []
        for connection in waiting {
            connection.isDirty = false
            guard self.connection(connection.id) != nil else { continue }
            progress(connection, mayRead: true)
        }
    }

    private func publish() {
        let counts = counts
        published.withLock { $0 = counts }
    }
}
