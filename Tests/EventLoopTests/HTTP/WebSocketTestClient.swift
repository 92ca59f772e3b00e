import EventLoop
import HTTP
import SansIO
import TestCertificates

/// A WebSocketClient in a loop of its own that waits for one output at a time, at most ten seconds.
final class WebSocketTestClient {
    struct TimedOut: Error {}

    let client: WebSocketClient
    private let poller: Poller

    init(
        _ server: HTTPTestServer,
        path: String = "/",
        subprotocols: [String] = [],
        serverName: String = "relay.example"
    ) throws {
        client = try WebSocketClient(
            connectingTo: server.endpoint,
            security: server.isTLS
                ? .tls(TLSClientContext(trust: .file(Certificates.shared.chain)), serverName: serverName)
                : .none,
            opening: WebSocketOpening(
                host: "relay.example",
                target: HTTPTarget(path: path),
                subprotocols: subprotocols
            ),
            generator: SeededRandom(seed: 9),
            at: MonotonicClock.now()
        )
        poller = try Poller()
        try poller.add(client.socket.fileDescriptor, token: 0, interest: client.interest)
    }

    /// The next output; nil when the client is finished.
    func next() throws -> WebSocketClient.Output? {
        let limit = MonotonicClock.now() + .seconds(10)
        while true {
            let now = MonotonicClock.now()
            client.advance(to: now)
            if let output = client.nextOutput(at: now) { return output }
            if client.isFinished { return nil }
            guard now < limit else { throw TimedOut() }
            try poller.modify(client.socket.fileDescriptor, token: 0, interest: client.interest)
            let deadline = client.nextDeadline.map { min($0, limit) } ?? limit
            for index in 0..<(try poller.wait(until: deadline)) { client.noteReady(poller[index]) }
        }
    }

    func send(_ message: WebSocketMessage) {
        client.send(message, at: MonotonicClock.now())
    }

    func close(_ code: WebSocketCloseCode = .normal) {
        client.close(code, at: MonotonicClock.now())
    }
}
