import EventLoop
import SansIO
import TestCertificates

/// A connection that costs little, of which a test has a thousand.
struct IdleClient {
    private let socket: StreamSocket
    private let session: TLSSession?

    private static let context = Result { try TLSClientContext(trust: .file(Certificates.shared.chain)) }

    init(_ server: HTTPTestServer) throws {
        socket = try StreamSocket(connectingTo: server.endpoint)
        guard server.isTLS else {
            session = nil
            return
        }
        let session = try TLSSession(
            connecting: socket,
            context: Self.context.get(),
            serverName: "relay.example"
        )
        self.session = session
        guard try becomesReady(socket.fileDescriptor, for: .write) else { throw HTTPTestClient.TimedOut() }
        while try session.handshake() != .done {
            guard try becomesReady(socket.fileDescriptor) else { throw HTTPTestClient.TimedOut() }
        }
    }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        let count = try bytes.withUnsafeBytes { try session?.write($0) ?? socket.write($0) }
        guard count == bytes.count else { throw HTTPTestClient.TimedOut() }
    }

    /// What comes next.
    func read() throws -> String {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            if case .bytes(let count) = try session?.read(into: buffer) ?? socket.read(into: buffer) {
                return String(decoding: buffer[..<count], as: UTF8.self)
            }
            guard try becomesReady(socket.fileDescriptor) else { throw HTTPTestClient.TimedOut() }
        }
    }
}
