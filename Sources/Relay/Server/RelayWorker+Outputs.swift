import EventLoop
import SansIO
import TURN

/// What the core asked for.
extension RelayWorker {
    /// Sends relayed data, and does what else there is to do.
    func perform(_ forward: Forward?) {
        switch forward {
        case .toClient(let client, let packet): relay(packet, to: client)
        case .toPeer(let port, let peer, let packet, let dontFragment):
            relay(packet, to: peer, by: port, dontFragment: dontFragment)
        case nil: break
        }
        if server.hasOutput { performOutputs() }
    }

    func performOutputs() {
        while let output = server.nextOutput() {
            switch output {
            case .toClient(let client, let packet): relay(packet, to: client)
            case .toPeer(let port, let peer, let packet, let dontFragment):
                relay(packet, to: peer, by: port, dontFragment: dontFragment)
            case .reply(let client, let bytes, let source, let destination):
                reply(bytes, to: client, from: source, to: destination)
            case .notice(let client, let bytes):
                let tuple = client.tuple
                reply(bytes, to: client, from: tuple.server, to: tuple.client, isDroppable: true)
            case .openRelay(let request): openRelay(request)
            case .closeRelay(let port, let user): closeRelay(port, user: user)
            case .event(let event): record(event)
            }
        }
    }

    /// Refusals come as fast as somebody outside likes: so many a second are written, the rest counted.
    private func record(_ event: ServerEvent) {
        switch event {
        case .allocated, .ended: setup.log.write(event)
        case .refused, .peerDenied:
            let (isAdmitted, suppressed) = refusalRecords.admit(at: now)
            if isAdmitted { setup.log.write(event, suppressed: suppressed) }
        }
    }

    private func relay(
        _ packet: PacketBuffer,
        to peer: Endpoint,
        by port: RelayPort,
        dontFragment: Bool
    ) {
        guard let relay = relaySocket(port) else { return }
        sender.append(packet, to: peer, through: relay.socket, dontFragment: dontFragment)
    }

    private func relay(_ packet: PacketBuffer, to client: Client) {
        if client.isStream {
            send(packet, to: client, isDroppable: true)
        } else if let token = PollToken(rawValue: client.socket) {
            let socket = setup.datagramSockets[Int(token.slot)]
            sender.append(packet, to: client.tuple.client, through: socket)
        }
    }

    private func reply(
        _ bytes: [UInt8],
        to client: Client,
        from source: Endpoint,
        to destination: Endpoint,
        isDroppable: Bool = false
    ) {
        guard bytes.count <= replies.capacity else { return }
        let packet = replies.packet(0, copying: bytes)
        if client.isStream {
            send(packet, to: client, isDroppable: isDroppable)
        } else {
            // A full send buffer loses the answer, as the network might: the client asks again.
            try? datagramSocket(at: source)?.send(packet, to: destination)
        }
    }
}
