import EventLoop
import HTTP
import Namespaces
import SansIO

@testable import RelayDemo

/// A server of Python's `websockets` in a host of its own, and our client, which sends every message back.
final class WebSocketPeer {
    struct NotReady: Error {}
    struct TimedOut: Error {}

    private static let port: UInt16 = 8_100
    let caseCount: Int
    private let host: NetworkNamespace
    private let server: ChildProcess

    init() throws {
        host = try NetworkNamespace(label: "websockets")
        var program = Program(
            path: TestMachine.python,
            arguments: [TestMachine.peer("websocket_server.py"), "\(Self.port)"]
        )
        program.environment["PYTHONDONTWRITEBYTECODE"] = "1"
        server = try ChildProcess(program, in: host)
        let ready = server.output.line(within: .seconds(20)) { $0.hasPrefix("ready ") }
        guard let ready, let count = Int(ready.dropFirst(6)) else { throw NotReady() }
        caseCount = count
    }

    /// What the server says of a connection.
    func verdict(on path: String) -> String {
        server.output.line(within: .seconds(20)) { $0.hasPrefix("\(path) ") }
            ?? "nothing \(server.errors.text)"
    }

    /// All that our client learns, from the first byte to the end.
    func converse(_ path: String, port offset: UInt16) throws -> [WebSocketClient.Output] {
        let client = try host.enter {
            try WebSocketClient(
                connectingTo: Endpoint(IPAddress(127, 0, 0, 1), Self.port + offset),
                opening: WebSocketOpening(
                    host: "127.0.0.1:\(Self.port + offset)",
                    target: HTTPTarget(path: path),
                    subprotocols: ["v2", "v1"],
                    headers: ["Authorization": "Bearer x"]
                ),
                generator: SeededRandom(seed: 4),
                at: EventLoop.MonotonicClock.now()
            )
        }
        let poller = try Poller()
        try poller.add(client.socket.fileDescriptor, token: 0, interest: client.interest)
        let limit = EventLoop.MonotonicClock.now() + .seconds(30)
        var outputs: [WebSocketClient.Output] = []
        while !client.isFinished {
            let now = EventLoop.MonotonicClock.now()
            guard now < limit else { throw TimedOut() }
            client.advance(to: now)
            while let output = client.nextOutput(at: now) {
                outputs.append(output)
                if case .message(let message) = output { client.send(message, at: now) }
            }
            if client.isFinished { break }
            try poller.modify(client.socket.fileDescriptor, token: 0, interest: client.interest)
            let deadline = client.nextDeadline.map { min($0, limit) } ?? limit
            for index in 0..<(try poller.wait(until: deadline)) { client.noteReady(poller[index]) }
        }
        return outputs
    }
}
