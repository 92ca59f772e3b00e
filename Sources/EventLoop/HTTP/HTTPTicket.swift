internal import HTTP

/// A request that waits for its answer, which any thread may give.
///
/// The first answer counts. One that comes after the client is gone, or after `HTTPLimits.answerTimeout`, goes
/// nowhere. A ticket that is let go of unanswered answers 500.
public final class HTTPTicket: Sendable {
    private let connection: ConnectionID
    private let commands: Wakeup<HTTPServerCommand>
    private let isAnswered = Locked(false)

    init(_ connection: ConnectionID, _ commands: Wakeup<HTTPServerCommand>) {
        self.connection = connection
        self.commands = commands
    }

    deinit {
        answer(.response(HTTPResponse(.internalServerError, text: "The request was forgotten.\n")))
    }

    /// Answers the request.
    public func answer(_ answer: HTTPAnswer) {
        let isFirst = isAnswered.withLock { isAnswered in
            defer { isAnswered = true }
            return !isAnswered
        }
        if isFirst { commands.post(.answer(connection, answer)) }
    }
}
