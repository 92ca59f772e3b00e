public import HTTP
public import SansIO

/// The client's side of one WebSocket over TCP or TLS, driven by its owner's loop.
///
/// ```
/// connecting ──▶ (TLS handshake) ──▶ the handshake and frames of a WebSocketConnection ──▶ finished
/// ```
///
/// The owner watches `socket` for `interest`, tells what it was found ready for (`noteReady`), calls `advance`
/// at `nextDeadline`, and after each of these, and after sending, takes all outputs: `nextOutput` is what reads
/// and writes. Interest and deadline may have changed then. Let go of it when it `isFinished`.
public final class WebSocketClient {
    /// Whether TLS lies between.
    public enum Security {
        case none
        /// The server's certificate has to be for `serverName`.
        case tls(TLSClientContext, serverName: String)
    }

    /// What the owner learns.
    public enum Output: Hashable, Sendable {
        /// Messages can be sent.
        case opened(subprotocol: String?, HTTPHeaders)
        /// The server has answered something other than a WebSocket; no `closed` follows.
        case refused(HTTPResponse)
        case message(WebSocketMessage)
        /// It is over: as a Close says, or because the connection broke or never came about.
        case closed(WebSocketClosure)
    }

    public let socket: StreamSocket
    /// Whether nothing more will happen.
    public private(set) var isFinished = false

    private let channel: StreamChannel
    private var connection: WebSocketConnection
    private var isConnected = false
    private var mayRead = false
    private var mayWrite = false
    private var hasEnded = false
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)

    /// Begins to connect; `limits.openingTimeout` bounds connecting and both handshakes together.
    public init(
        connectingTo endpoint: Endpoint,
        security: Security = .none,
        opening: WebSocketOpening,
        limits: WebSocketLimits = WebSocketLimits(),
        options: StreamSocket.Options = StreamSocket.Options(),
        generator: any RandomNumberGenerator,
        at now: Instant
    ) throws(StreamError) {
        do throws(SystemError) {
            socket = try StreamSocket(connectingTo: endpoint, options: options)
        } catch {
            throw .system(error)
        }
        switch security {
        case .none: channel = .tcp(socket)
        case .tls(let context, let serverName):
            do throws(TLSError) {
                channel = .tls(try TLSSession(connecting: socket, context: context, serverName: serverName))
            } catch {
                throw .tls(error)
            }
        }
        connection = WebSocketConnection(
            connecting: opening,
            limits: limits,
            generator: generator,
            at: now
        )
    }

    deinit {
        buffer.deallocate()
    }

    /// What the poller should watch the socket for.
    public var interest: Poller.Interest {
        guard isConnected else { return .write }
        return channel.interest(reading: connection.wantsInput, writing: connection.hasOutgoing)
    }

    /// When `advance` is to be called.
    public var nextDeadline: Instant? { isFinished ? nil : connection.nextDeadline }

    /// Whether messages can be sent.
    public var isOpen: Bool { connection.isOpen }

    /// The poller has found the socket ready.
    public func noteReady(_ event: Poller.Event) {
        mayRead = mayRead || event.isReadable || event.hasError
        mayWrite = mayWrite || event.isWritable || event.hasError
    }

    /// Does what time demands.
    public func advance(to now: Instant) {
        connection.advance(to: now)
    }

    /// Sends a message; nothing when it is not open.
    public func send(_ message: WebSocketMessage, at now: Instant) {
        connection.send(message, at: now)
        mayWrite = true
    }

    /// Says Close; the end follows.
    public func close(_ code: WebSocketCloseCode = .normal, reason: String = "", at now: Instant) {
        connection.close(code, reason: reason, at: now)
        mayWrite = true
    }

    /// Reads and writes up to the next thing to tell; nil when nothing more goes at present.
    public func nextOutput(at now: Instant) -> Output? {
        while !isFinished {
            if let output = takeOutput() { return output }
            guard !isFinished else { break }
            do throws(StreamError) {
                guard try connect() else { return nil }
                let hasWritten = try flush(at: now)
                guard try read(at: now) || hasWritten else { return nil }
            } catch {
                return breakOff(error.description)
            }
        }
        return nil
    }

    private func takeOutput() -> Output? {
        while let output = connection.nextOutput() {
            switch output {
            case .opened(let subprotocol, let headers): return .opened(subprotocol: subprotocol, headers)
            case .message(let message): return .message(message)
            case .refused(let response):
                hasEnded = true
                return .refused(response)
            case .closed(let closure):
                hasEnded = true
                return .closed(closure)
            case .endOfWriting: channel.shutDownWriting()
            case .finished:
                isFinished = true
                channel.shutDownWriting()
            }
        }
        return nil
    }

    /// A stream that breaks behind the Close is no news.
    private func breakOff(_ reason: String) -> Output? {
        isFinished = true
        guard !hasEnded else { return nil }
        hasEnded = true
        return .closed(WebSocketClosure(code: .abnormal, reason: reason, isClean: false))
    }
}

/// Bytes in and out.
extension WebSocketClient {
    private func connect() throws(StreamError) -> Bool {
        guard !isConnected else { return true }
        do throws(SystemError) {
            if mayWrite { isConnected = try socket.finishConnecting() }
        } catch {
            throw .system(error)
        }
        // TLS begins with our hello.
        mayRead = mayRead || isConnected
        return isConnected
    }

    private func flush(at now: Instant) throws(StreamError) -> Bool {
        var hasWritten = false
        while mayWrite || channel.transport == .tls, connection.hasOutgoing {
            let count = try connection.write(to: channel)
            mayWrite = count > 0
            guard mayWrite else { break }
            hasWritten = true
            connection.consumeOutgoing(count, at: now)
        }
        return hasWritten
    }

    /// Reads once; whether there may be more.
    private func read(at now: Instant) throws(StreamError) -> Bool {
        guard mayRead || channel.transport == .tls, connection.wantsInput || !channel.isOpen else {
            return false
        }
        mayRead = false
        switch try channel.read(into: buffer) {
        case .wouldBlock:
            return false
        case .endOfStream:
            connection.receiveEnd(at: now)
            return true
        case .bytes(let count):
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            connection.receive(bytes.bindMemory(to: UInt8.self).span, at: now)
            mayRead = true
            return true
        }
    }
}
