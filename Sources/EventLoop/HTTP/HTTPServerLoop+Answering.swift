internal import HTTP
internal import SansIO

/// What the cores, and other threads, want done.
extension HTTPServerLoop {
    /// Takes all outputs of a connection's core.
    func takeOutputs(of connection: ServedConnection) {
        while self.connection(connection.id) != nil {
            if connection.isUpgraded {
                guard let output = connection.nextWebSocketOutput() else { return }
                perform(output, of: connection)
            } else {
                guard let output = connection.http.nextOutput() else { return }
                perform(output, of: connection)
            }
        }
    }

    private func perform(_ output: HTTPServerConnection.Output, of connection: ServedConnection) {
        switch output {
        case .request(let request):
            counts.requests += 1
            answer(connection, with: handler(request, connection.peer))
        case .refused: counts.refused += 1
        case .endOfWriting: connection.channel.shutDownWriting()
        case .finished(let ending): finish(connection, ending)
        }
    }

    private func perform(_ output: WebSocketConnection.Output, of connection: ServedConnection) {
        switch output {
        case .message(let message):
            tell(connection, .message(message))
            // What the handler has sent goes before what answers the frames behind the message.
            obeyCommands()
        case .closed(let closure): tell(connection, .closed(closure))
        case .endOfWriting: connection.channel.shutDownWriting()
        case .finished(let ending): finish(connection, ending)
        case .opened, .refused: break
        }
    }

    private func finish(_ connection: ServedConnection, _ ending: HTTPEnding) {
        if ending == .slowReader {
            counts.slowReaders += 1
            connection.channel.socket.abortOnClose()
        }
        drop(connection)
    }

    // MARK: Answers

    private func answer(_ connection: ServedConnection, with answer: HTTPAnswer) {
        guard connection.http.awaitsAnswer else { return }
        switch answer {
        case .response(let response): respond(connection, response)
        case .later(let take): take(HTTPTicket(connection.id, commands))
        case .webSocket(let acceptance):
            do throws(HTTPRefusal) {
                try connection.upgrade(with: acceptance, limits: settings.webSocketLimits, at: now)
                counts.webSockets += 1
                tell(connection, .opened)
            } catch {
                counts.refused += 1
                respond(connection, error.response)
            }
        }
    }

    private func respond(_ connection: ServedConnection, _ response: HTTPResponse) {
        var response = response
        if response.headers["Date"] == nil { response.headers.append("Date", HTTPDate.text(WallClock.now())) }
        connection.http.respond(response, at: now)
    }

    private func tell(_ connection: ServedConnection, _ event: WebSocketEvent) {
        let session = WebSocketSession(connection.id, commands)
        let handler = connection.handler
        if case .closed = event {
            connection.handler = nil
            if handler != nil { counts.webSockets -= 1 }
        }
        handler?(session, event)
    }

    /// A WebSocket whose connection breaks has ended without a Close.
    func tellEnd(of connection: ServedConnection) {
        guard connection.handler != nil else { return }
        let closure = WebSocketClosure(code: .abnormal, reason: "the connection broke", isClean: false)
        tell(connection, .closed(closure))
    }

    // MARK: Commands

    func obeyCommands() {
        for command in commands.drain() { obey(command) }
    }

    private func obey(_ command: HTTPServerCommand) {
        switch command {
        case .answer(let id, let answer):
            guard let connection = connection(id) else { return }
            self.answer(connection, with: answer)
            markDirty(connection)
        case .send(let id, let message):
            guard let connection = connection(id) else { return }
            connection.send(message, at: now)
            markDirty(connection)
        case .close(let id, let code, let reason):
            guard let connection = connection(id) else { return }
            connection.close(code, reason: reason, at: now)
            markDirty(connection)
        case .useCertificate(let context): tls = context
        case .stop(let time): stop(within: time)
        }
    }

    private func stop(within time: Duration) {
        guard stopDeadline == nil else { return }
        stopDeadline = now + time
        for listener in listeners { try? poller.remove(listener.socket.fileDescriptor) }
        for case let connection? in connections {
            connection.stop(at: now)
            markDirty(connection)
        }
    }
}
