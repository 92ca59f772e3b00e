import Glibc
import JSON
import Namespaces
import SansIO

/// Requests to a browser and its answers, over the two pipes it was started with.
///
/// Chrome DevTools Protocol. No port is opened, and no network that is under test is used: the pipe works while the
/// browser's network is cut.
final class DevToolsPipe {
    private let channel: ChildChannel
    private let lastWords: () -> String
    private var messages = DevToolsMessages()
    private var lastID: Int64 = 0
    /// Called with every event, while an answer is waited for.
    var onEvent: (DevToolsEvent) -> Void = { _ in }

    /// A pipe to a browser; `lastWords` are what it has said on its error stream, for errors.
    init(_ channel: ChildChannel, lastWords: @escaping () -> String) {
        // A browser that has ended must not end us by a write.
        signal(SIGPIPE, SIG_IGN)
        self.channel = channel
        self.lastWords = lastWords
    }

    /// Sends a request and waits for its answer.
    func call(
        _ method: String,
        _ parameters: JSONValue = [:],
        session: String? = nil,
        within duration: Duration = .seconds(20)
    ) throws -> JSONValue {
        lastID += 1
        let id = lastID
        do {
            try channel.send(DevToolsMessages.encode(id, method, parameters, session: session))
        } catch {
            throw DevToolsError.ended(lastWords())
        }
        let end = MonotonicClock.now + duration
        while true {
            switch try next(before: end) {
            case .result(id, let value): return value
            case .failure(id, let reason): throw DevToolsError.refused(method: method, reason)
            case .event(let event): onEvent(event)
            case .result, .failure: break  // of a request that was given up
            case nil: throw DevToolsError.timeout(method: method)
            }
        }
    }

    private func next(before end: Instant) throws -> DevToolsMessage? {
        while true {
            if let message = try messages.next() { return message }
            // A browser that never stops to tell events is no answer either.
            let now = MonotonicClock.now
            guard now < end, let piece = try channel.receive(within: end - now) else { return nil }
            guard !piece.isEmpty else { throw DevToolsError.ended(lastWords()) }
            try messages.append(piece)
        }
    }
}
