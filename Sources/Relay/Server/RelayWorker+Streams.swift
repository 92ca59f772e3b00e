import EventLoop
import SansIO
import TURN
import YAML

/// TCP and TLS clients: accepting, reading, writing, ending.
extension RelayWorker {
    // MARK: Accepting

    func accept(at index: Int) {
        for _ in 0..<Self.acceptsPerEvent {
            do throws(SystemError) {
                switch try setup.listeners[index].socket.accept() {
                case .connection(let socket): take(socket, from: setup.listeners[index])
                case .none: return
                case .outOfDescriptors(let error):
                    pauseAccepting(error)
                    return
                }
            } catch {
                setup.log.write(.error, "listener failed", [(.detail, error.description)])
                return
            }
        }
    }

    private static var acceptsPerEvent: Int { 16 }

    private func take(_ socket: StreamSocket, from listener: WorkerSetup.Listener) {
        guard setup.control.admitConnection(from: socket.peer.address) else {
            let (isAdmitted, suppressed) = connectionRecords.admit(at: now)
            if isAdmitted {
                setup.log.write(
                    .notice,
                    "connection refused: too many",
                    [(.client, socket.peer.description)] + RelayLog.suppression(suppressed)
                )
            }
            return
        }
        let slot = freeConnectionSlots.popLast() ?? connections.count
        if slot == connections.count { connections.append(nil) }
        connectionGeneration &+= 1
        let token = PollToken(.connection, slot: slot, generation: connectionGeneration)
        let connection = ClientConnection(socket, token: token, at: now)
        connections[slot] = connection
        do throws(StreamError) {
            if listener.isTLSOnly { try openTLS(connection) }
            do throws(SystemError) {
                try poller.add(socket.fileDescriptor, token: token.rawValue, interest: .read)
            } catch {
                throw .system(error)
            }
        } catch {
            end(connection, error.description)
        }
    }

    private func openTLS(_ connection: ClientConnection) throws(StreamError) {
        guard let tls else { return }
        do throws(TLSError) {
            let session = try TLSSession(accepting: connection.socket, context: tls)
            connection.open(StreamConnection(session, limits: queueLimits))
        } catch {
            throw .tls(error)
        }
    }

    private var queueLimits: StreamQueue.Limits {
        StreamQueue.Limits(
            byteCount: setup.limits.clientQueueBytes.bytes,
            age: setup.limits.clientQueueDelay
        )
    }

    /// Without descriptors a listener would be reported for ever: it rests until something may have closed.
    private func pauseAccepting(_ error: SystemError) {
        setup.log.write(.warning, "accepting pauses", [(.detail, error.description)])
        acceptPausedUntil = now + .milliseconds(500)
        setListeners(watched: [])
    }

    func resumeAccepting() {
        guard let until = acceptPausedUntil, until <= now else { return }
        acceptPausedUntil = nil
        setListeners(watched: .read)
    }

    private func setListeners(watched: Poller.Interest) {
        for (index, listener) in setup.listeners.enumerated() {
            let token = PollToken(.listener, slot: index)
            try? poller.modify(listener.socket.fileDescriptor, token: token.rawValue, interest: watched)
        }
    }

    // MARK: Serving

    func connection(_ token: PollToken) -> ClientConnection? {
        guard Int(token.slot) < connections.count, let connection = connections[Int(token.slot)],
            connection.token == token
        else { return nil }
        return connection
    }

    func serveConnection(_ token: PollToken, _ event: Poller.Event) {
        guard let connection = connection(token) else { return }
        do throws(StreamError) {
            if connection.stream == nil { try decideProtocol(of: connection) }
            guard let stream = connection.stream else { return }
            if event.isReadable || event.hasError || !stream.isOpen { try read(connection, stream) }
            markDirty(connection)
        } catch {
            end(connection, error.description)
        }
    }

    /// The first byte tells TLS from plain STUN.
    private func decideProtocol(of connection: ClientConnection) throws(StreamError) {
        let opening: StreamSocket.Opening
        do throws(SystemError) { opening = try connection.socket.peekOpening() } catch {
            throw .system(error)
        }
        switch opening {
        case .tls where tls != nil: try openTLS(connection)
        case .tls, .plain: connection.open(StreamConnection(connection.socket, limits: queueLimits))
        case .undecided: break
        case .endOfStream: end(connection, nil)
        }
    }

    private func read(_ connection: ClientConnection, _ stream: StreamConnection) throws(StreamError) {
        for _ in 0..<Self.batchesPerEvent {
            let carried = connection.partial.count
            streamInput.buffer.copyBytes(from: connection.partial)
            let space = UnsafeMutableRawBufferPointer(rebasing: streamInput.buffer[carried...])
            switch try stream.read(into: space) {
            case .wouldBlock: return
            case .endOfStream:
                // A client that has closed its own direction still reads: it gets what waits.
                try stream.flush(at: now)
                end(connection, nil)
                return
            case .bytes(let count):
                takeMessages(of: connection, carried + count)
                guard self.connection(connection.token) != nil else { return }
            }
        }
    }

    /// Hands the whole messages among the first `count` bytes of the input to the core and keeps the rest.
    private func takeMessages(of connection: ClientConnection, _ count: Int) {
        var offset = 0
        do throws(StreamFramer.Failure) {
            let bytes = UnsafeBufferPointer(rebasing: streamInput.buffer.bindMemory(to: UInt8.self)[..<count])
            while let range = try connection.framer.next(in: bytes.span, from: &offset) {
                if streamInput.needsFlush(for: range.count) {
                    sender.flush()
                    streamInput.reset()
                }
                perform(server.forward(streamInput.take(range), from: connection.client, at: now))
                guard self.connection(connection.token) != nil else { break }
            }
        } catch {
            end(connection, "neither STUN nor ChannelData: \(error)")
        }
        sender.flush()
        streamInput.reset()
        connection.partial.removeAll(keepingCapacity: connection.partial.capacity <= 4096)
        guard offset < count else { return }
        connection.partial.reserveCapacity(2048)
        connection.partial.append(contentsOf: streamInput.buffer[offset..<count])
    }

    // MARK: Writing

    func send(_ packet: PacketBuffer, to client: Client, isDroppable: Bool) {
        guard let token = PollToken(rawValue: client.socket), let connection = connection(token),
            let stream = connection.stream
        else { return }
        if stream.send(packet, isDroppable: isDroppable, at: now) == .overflow {
            end(connection, "it asks and never reads")
            return
        }
        markDirty(connection)
    }

    private func markDirty(_ connection: ClientConnection) {
        guard !connection.isDirty else { return }
        connection.isDirty = true
        dirty.append(connection)
    }

    func flushStreams() {
        // Ending a connection ends its allocation, whose outputs may make other connections dirty.
        var index = 0
        while index < dirty.count {
            let connection = dirty[index]
            index += 1
            connection.isDirty = false
            guard self.connection(connection.token) != nil, let stream = connection.stream else { continue }
            do throws(StreamError) {
                try stream.flush(at: now)
                updateInterest(of: connection, stream)
            } catch {
                end(connection, error.description)
            }
        }
        dirty.removeAll(keepingCapacity: true)
    }

    private func updateInterest(of connection: ClientConnection, _ stream: StreamConnection) {
        let interest = stream.interest
        guard interest != connection.watched else { return }
        connection.watched = interest
        try? poller.modify(
            connection.socket.fileDescriptor,
            token: connection.token.rawValue,
            interest: interest
        )
    }

    // MARK: Ending

    /// Lets go of a connection, and with it of its allocation (RFC 8656 §3.2).
    func end(_ connection: ClientConnection, _ reason: String?) {
        let slot = Int(connection.token.slot)
        guard connections[slot] === connection else { return }
        connections[slot] = nil
        freeConnectionSlots.append(slot)
        try? poller.remove(connection.socket.fileDescriptor)
        setup.control.forgetConnection(from: connection.socket.peer.address)
        if let drops = connection.stream?.drops, drops != StreamQueue.Drops() {
            setup.log.write(
                .info,
                "client was too slow",
                [
                    (.client, connection.client.tuple.description),
                    (.detail, "packets dropped: \(drops.byAge) by age, \(drops.byBytes) by bytes"),
                ]
            )
        }
        if let reason {
            setup.log.write(
                .debug,
                "connection ended",
                [(.client, connection.client.tuple.description), (.reason, reason)]
            )
        }
        server.handle(.disconnected(connection.client), at: now)
        performOutputs()
    }

    /// Ends the connections that prove nothing in time: no protocol, no handshake, no allocation.
    func endIdleConnections() {
        for index in connections.indices {
            guard let connection = connections[index] else { continue }
            connection.stream?.advance(to: now)
            if server.hasAllocation(connection.client) {
                connection.usefulAt = now
            } else if connection.stream?.isOpen != true {
                if now - connection.openedAt > setup.limits.handshakeTimeout {
                    end(connection, "no handshake in time")
                }
            } else if now - connection.usefulAt > setup.limits.unauthenticatedConnectionTimeout {
                end(connection, "no allocation in time")
            }
        }
    }
}
