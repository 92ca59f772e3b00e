import EventLoop
import SansIO
import TestCertificates

/// A client that sends any bytes and waits for what comes, at most ten seconds.
final class HTTPTestClient {
    struct TimedOut: Error {}

    let socket: StreamSocket
    private let session: TLSSession?
    private let poller: Poller
    private(set) var received: [UInt8] = []
    private(set) var hasEnded = false

    init(
        _ endpoint: Endpoint,
        trust: TLSClientContext.Trust? = nil,
        serverName: String = "relay.example",
        options: StreamSocket.Options = .init()
    ) throws {
        socket = try StreamSocket(connectingTo: endpoint, options: options)
        poller = try Poller()
        guard try becomesReady(socket.fileDescriptor, for: .write), try socket.finishConnecting() else {
            throw TimedOut()
        }
        try poller.add(socket.fileDescriptor, token: 0, interest: .read)
        guard let trust else {
            session = nil
            return
        }
        let session = try TLSSession(
            connecting: socket,
            context: try TLSClientContext(trust: trust),
            serverName: serverName
        )
        self.session = session
        while try session.handshake() != .done { try wait(for: .read) }
    }

    convenience init(_ server: HTTPTestServer, options: StreamSocket.Options = .init()) throws {
        try self.init(
            server.endpoint,
            trust: server.isTLS ? .file(Certificates.shared.chain) : nil,
            options: options
        )
    }

    var text: String { String(decoding: received, as: UTF8.self) }

    private func wait(for interest: Poller.Interest) throws {
        try poller.modify(socket.fileDescriptor, token: 0, interest: interest)
        guard try poller.wait(until: MonotonicClock.now() + .seconds(10)) > 0 else { throw TimedOut() }
    }

    /// Writes as much as goes; how many bytes that was.
    func write(_ bytes: ArraySlice<UInt8>) throws -> Int {
        try bytes.withUnsafeBytes { try session?.write($0) ?? socket.write($0) }
    }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try write(rest)
            rest = rest.dropFirst(count)
            if count == 0 { try wait(for: .write) }
        }
    }

    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Ends our direction.
    func endWriting() {
        if let session { session.shutDownWriting() } else { socket.shutDownWriting() }
    }

    /// Reads until `condition` holds or the server has ended the stream.
    func read(until condition: (HTTPTestClient) -> Bool = { _ in false }) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { buffer.deallocate() }
        while !condition(self), !hasEnded {
            switch try session?.read(into: buffer) ?? socket.read(into: buffer) {
            case .bytes(let count): received += buffer[..<count]
            case .wouldBlock: try wait(for: .read)
            case .endOfStream: hasEnded = true
            }
        }
    }

    /// Reads up to the given number of answers that begin so.
    func readAnswers(_ count: Int, _ beginning: String = "HTTP/1.1 ") throws {
        try read { $0.text.split(separator: beginning, omittingEmptySubsequences: false).count > count }
    }
}
