internal import SansIO

/// Connections that begin.
extension HTTPServerLoop {
    private static var acceptsPerEvent: Int { 16 }

    func accept(at index: Int) {
        let listener = listeners[index]
        for _ in 0..<Self.acceptsPerEvent {
            let accepted: StreamListener.Accepted
            do throws(SystemError) { accepted = try listener.socket.accept() } catch {
                // Only a listener that is no longer one fails; it would be reported for ever.
                try? poller.remove(listener.socket.fileDescriptor)
                return
            }
            switch accepted {
            case .connection(let socket): take(socket, isTLS: listener.isTLS)
            case .none: return
            case .outOfDescriptors:
                acceptPausedUntil = now + .milliseconds(500)
                watchListeners(for: [])
                return
            }
        }
    }

    private func take(_ socket: StreamSocket, isTLS: Bool) {
        let source = socket.peer.address.sourceNetwork
        guard counts.connections < settings.connections,
            connectionsOfSource[source, default: 0] < settings.connectionsPerSource,
            let channel = channel(socket, isTLS: isTLS)
        else {
            counts.turnedAway += 1
            return
        }
        let slot = freeSlots.popLast() ?? connections.count
        if slot == connections.count { connections.append(nil) }
        generation &+= 1
        let id = ConnectionID(slot: slot, generation: generation)
        let connection = ServedConnection(id, channel, limits: settings.limits, at: now)
        do throws(SystemError) {
            try poller.add(socket.fileDescriptor, token: id.token, interest: .read)
        } catch {
            freeSlots.append(slot)
            counts.turnedAway += 1
            return
        }
        connections[slot] = connection
        counts.accepted += 1
        counts.connections += 1
        connectionsOfSource[source, default: 0] += 1
        setTimer(of: connection)
    }

    private func channel(_ socket: StreamSocket, isTLS: Bool) -> StreamChannel? {
        guard isTLS else { return .tcp(socket) }
        guard let tls, let session = try? TLSSession(accepting: socket, context: tls) else { return nil }
        return .tls(session)
    }

    /// Lets go of a connection.
    func drop(_ connection: ServedConnection) {
        let slot = Int(connection.id.slot)
        guard connections[slot] === connection else { return }
        connections[slot] = nil
        freeSlots.append(slot)
        timers.cancel(connection.id.slot)
        try? poller.remove(connection.channel.socket.fileDescriptor)
        counts.connections -= 1
        let source = connection.peer.endpoint.address.sourceNetwork
        let left = (connectionsOfSource[source] ?? 1) - 1
        connectionsOfSource[source] = left > 0 ? left : nil
        tellEnd(of: connection)
    }

    // MARK: Listening

    func watchListeners(for interest: Poller.Interest) {
        for (index, listener) in listeners.enumerated() {
            let token = Self.listenerToken(index)
            try? poller.modify(listener.socket.fileDescriptor, token: token, interest: interest)
        }
    }

    func resumeAccepting() {
        guard let until = acceptPausedUntil, until <= now else { return }
        acceptPausedUntil = nil
        if stopDeadline == nil { watchListeners(for: .read) }
    }
}
