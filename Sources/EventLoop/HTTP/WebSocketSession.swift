public import HTTP

/// A server's side of one WebSocket, for any thread.
///
/// What is sent after the end goes nowhere. Two sessions are equal when they are of the same connection.
public struct WebSocketSession: Hashable, Sendable {
    private let connection: ConnectionID
    private let commands: Wakeup<HTTPServerCommand>

    init(_ connection: ConnectionID, _ commands: Wakeup<HTTPServerCommand>) {
        self.connection = connection
        self.commands = commands
    }

    /// Sends a message; messages leave in the order of these calls.
    public func send(_ message: WebSocketMessage) {
        commands.post(.send(connection, message))
    }

    /// Says Close; the `closed` event follows.
    public func close(_ code: WebSocketCloseCode = .normal, reason: String = "") {
        commands.post(.close(connection, code, reason))
    }

    public static func == (left: WebSocketSession, right: WebSocketSession) -> Bool {
        left.connection == right.connection && left.commands === right.commands
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(connection)
    }
}
