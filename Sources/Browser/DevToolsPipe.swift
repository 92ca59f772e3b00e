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
        try channel.send(DevToolsMessages.encode(id, method, parameters, session: session))
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

    /// Hands on events until one satisfies `predicate`; nil when `duration` passed first.
    func waitForEvent(
        within duration: Duration,
        where predicate: (DevToolsEvent) -> Bool
    ) throws -> DevToolsEvent? {
        let end = MonotonicClock.now + duration
        while let message = try next(before: end) {
            guard case .event(let event) = message else { continue }
            onEvent(event)
            if predicate(event) { return event }
        }
        return nil
    }

    private func next(before end: Instant) throws -> DevToolsMessage? {
        while true {
            if let message = try messages.next() { return message }
            guard let piece = try channel.receive(within: end - MonotonicClock.now) else { return nil }
            guard !piece.isEmpty else { throw DevToolsError.ended(lastWords()) }
            try messages.append(piece)
        }
    }
}
