internal import HTTP
internal import SansIO

/// Bytes in and out.
extension HTTPServerLoop {
    /// How often a connection is read from and written to before others have their turn.
    private static var roundsPerTurn: Int { 16 }

    func serve(_ connection: ServedConnection, _ event: Poller.Event) {
        // Broken while nothing is wanted of it: it would be reported for ever.
        if event.hasError, !connection.wantsInput, !connection.hasOutgoing {
            drop(connection)
            return
        }
        progress(connection, mayRead: event.isReadable || event.hasError || !connection.channel.isOpen)
    }

    /// Does all there is to do for a connection at present.
    func progress(_ connection: ServedConnection, mayRead: Bool) {
        var mayRead = mayRead || connection.peer.isTLS
        do throws(StreamError) {
            var rounds = Self.roundsPerTurn
            var hasMoved = true
            while hasMoved, rounds > 0 {
                rounds -= 1
                takeOutputs(of: connection)
                hasMoved = try connection.flush(at: now)
                if mayRead, connection.wantsInput || !connection.channel.isOpen {
                    mayRead = try read(connection)
                    hasMoved = hasMoved || mayRead
                }
                takeOutputs(of: connection)
                guard self.connection(connection.id) != nil else { return }
            }
            if hasMoved { markDirty(connection) }
        } catch {
            drop(connection)
            return
        }
        updateInterest(of: connection)
        setTimer(of: connection)
    }

    /// Reads once; whether there may be more.
    private func read(_ connection: ServedConnection) throws(StreamError) -> Bool {
        switch try connection.channel.read(into: buffer) {
        case .wouldBlock:
            return false
        case .endOfStream:
            connection.receiveEnd(at: now)
            return false
        case .bytes(let count):
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            connection.receive(bytes.bindMemory(to: UInt8.self).span, at: now)
            return true
        }
    }

    private func updateInterest(of connection: ServedConnection) {
        let interest = connection.channel.interest(
            reading: connection.wantsInput,
            writing: connection.hasOutgoing
        )
        guard interest != connection.watched else { return }
        connection.watched = interest
        let socket = connection.channel.socket
        try? poller.modify(socket.fileDescriptor, token: connection.id.token, interest: interest)
    }

    func setTimer(of connection: ServedConnection) {
        let deadline = connection.nextDeadline
        guard deadline != connection.timer else { return }
        connection.timer = deadline
        if let deadline {
            timers.set(connection.id.slot, to: deadline)
        } else {
            timers.cancel(connection.id.slot)
        }
    }
}
