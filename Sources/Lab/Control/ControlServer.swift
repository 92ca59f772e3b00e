internal import EventLoop
internal import JSON
internal import Namespaces
internal import Scenario

/// Answers what other processes ask of the networks of this one; runs on threads of its own.
final class ControlServer: Sendable {
    /// What the holder of a network does for others.
    struct Actions: Sendable {
        /// Who is there, as JSON for `castlab` itself.
        var describe: @Sendable () -> JSONValue
        /// How a program gets onto a host.
        var enter: @Sendable (_ host: String) throws -> JSONValue
        var event:
            @Sendable (_ host: String, _ interface: String?, _ verb: HostVerb, _ for: Duration?) throws ->
                JSONValue
        var report: @Sendable () throws -> JSONValue
        var down: @Sendable () -> Void
    }

    private let actions: Actions

    /// Listens under the network's name from now on.
    init(_ name: String, _ actions: Actions) throws {
        self.actions = actions
        let listener = try ControlSocket.listen(name).release()
        _ = try LoopThread(name: "control") { [self] in
            while let connection = try? ControlSocket.accept(on: listener).release() {
                _ = try? LoopThread(name: "command") { self.serve(FileDescriptor(owning: connection)) }
            }
        }
    }

    private func serve(_ connection: consuming FileDescriptor) {
        let descriptor = connection.rawValue
        while let line = ControlSocket.receive(from: descriptor) {
            let answer: JSONValue
            do {
                guard let request = ControlRequest(line: line) else {
                    throw VerbImpossible("a command that this version does not know")
                }
                answer = try perform(request)
            } catch {
                answer = ["error": .string("\(error)")]
            }
            guard (try? ControlSocket.send(JSONText.line(answer), to: descriptor)) != nil else { return }
        }
    }

    private func perform(_ request: ControlRequest) throws -> JSONValue {
        switch request {
        case .describe:
            return actions.describe()
        case .enter(let host):
            return try actions.enter(host)
        case .event(let host, let interface, let words, let duration):
            return try actions.event(host, interface, try HostVerb(words: words), duration)
        case .report:
            return try actions.report()
        case .down:
            actions.down()
            return ["ok": true]
        }
    }
}
