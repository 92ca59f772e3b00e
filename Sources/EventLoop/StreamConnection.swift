internal import Glibc
public import SansIO

/// A TCP or TLS connection with its queue: the same calls for both.
///
/// ```
/// handshaking ──▶ open ──close(at:)──▶ closing: writes what waits ──▶ finished
///      └────────────┴────────────────────────┴── an error is thrown: let go of it
/// ```
///
/// After any event of its descriptor the owner calls `read` until `.wouldBlock`, then `flush`, and then tells
/// the poller if `interest` has changed. Packets are only queued by `send`; `flush` once after a batch, so
/// that several packets share one write.
public final class StreamConnection {
    /// What became of a packet.
    public typealias Admission = StreamQueue.Admission

    public let socket: StreamSocket
    public let transport: TransportProtocol
    /// Whether everything was written and the end of the stream was told, after `close`.
    public private(set) var isFinished = false
    /// Whether `close` was called.
    public private(set) var isClosing = false

    private let channel: StreamChannel
    private var queue: StreamQueue

    /// A connection without encryption.
    public init(_ socket: StreamSocket, limits: StreamQueue.Limits = StreamQueue.Limits()) {
        self.socket = socket
        transport = .tcp
        channel = .tcp(socket)
        queue = StreamQueue(limits: limits)
    }

    /// A connection over TLS; the handshake is made by `read` and `flush`.
    public init(_ session: TLSSession, limits: StreamQueue.Limits = StreamQueue.Limits()) {
        socket = session.socket
        transport = .tls
        channel = .tls(session)
        queue = StreamQueue(limits: limits)
    }

    /// Whether bytes can pass: TCP at once, TLS after the handshake.
    public var isOpen: Bool { channel.isOpen }

    /// What the poller should watch the descriptor for.
    public var interest: Poller.Interest { channel.interest(reading: true, writing: !queue.isEmpty) }

    /// Bytes that wait to be written.
    public var queuedByteCount: Int { queue.byteCount }
    /// Memory that the queue holds, in bytes.
    public var queueCapacity: Int { queue.capacity }
    /// Packets dropped since the client reads too slowly.
    public var drops: StreamQueue.Drops { queue.drops }

    /// Queues a packet, whole.
    ///
    /// `.overflow` means that the client never reads its replies: close it.
    public func send(_ packet: PacketBuffer, isDroppable: Bool, at now: Instant) -> Admission {
        guard !isClosing else { return .dropped }
        return queue.enqueue(packet.bytes, isDroppable: isDroppable, at: now)
    }

    /// Reads into `buffer`, making the handshake first.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> StreamRead {
        try channel.read(into: buffer)
    }

    /// Writes what waits, as far as the socket takes it.
    public func flush(at now: Instant) throws(StreamError) {
        while !queue.isEmpty {
            let head = queue.head(at: now)
            guard !head.isEmpty else { break }
            let written = try channel.write(head)
            guard written > 0 else { return }
            queue.consume(written, at: now)
        }
        if isClosing, !isFinished {
            channel.shutDownWriting()
            isFinished = true
        }
    }

    /// Takes no more packets, writes those that wait, then ends the stream: see `isFinished`.
    ///
    /// The owner sets the deadline: a client that never reads is let go of all the same.
    public func close(at now: Instant) throws(StreamError) {
        isClosing = true
        try flush(at: now)
    }

    /// Drops what has waited too long and gives idle memory back; call it about once a second.
    public func advance(to now: Instant) {
        queue.advance(to: now)
    }
}
