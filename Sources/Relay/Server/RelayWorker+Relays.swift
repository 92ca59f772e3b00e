import EventLoop
import SansIO
import TURN

/// Relay sockets: towards peers.
extension RelayWorker {
    func serveRelay(_ token: PollToken, _ event: Poller.Event) {
        guard let relay = relaySocket(RelayPort(slot: token.slot, generation: token.generation)) else {
            return
        }
        if event.hasError { readErrors(of: relay) }
        guard event.isReadable else { return }
        for _ in 0..<Self.batchesPerEvent {
            for position in receive(from: relay.socket) {
                let (packet, peer) = (received(position), receiver.source(position))
                perform(server.forward(packet, from: peer, by: relay.relay, at: now))
            }
            if !receiver.mayHoldMore { return }
        }
    }

    func relaySocket(_ relay: RelayPort) -> RelaySocket? {
        guard Int(relay.slot) < relays.count, let socket = relays[Int(relay.slot)], socket.relay == relay
        else {
            return nil
        }
        return socket
    }

    /// What ICMP says about packets that went out by this socket; the allocation lives on.
    private func readErrors(of relay: RelaySocket) {
        relay.socket.readErrors { error in
            guard error.origin != .local else { return }
            let message = ICMPError(type: error.type, code: error.code, data: error.mtu)
            server.handle(.unreachable(relay.relay, error.destination, message), at: now)
            performOutputs()
        }
    }

    /// Answers the core's `.openRelay`.
    func openRelay(_ request: RelayRequest) {
        do throws(RelayRefusal) {
            let (legs, grant) = try setup.control.open(request, at: now)
            let user = request.user
            for leg in legs {
                let port = request.allocation.relay(leg.relayed.address.family)
                let relay = RelaySocket(relay: port, socket: leg.socket, relayed: leg.relayed)
                if relays.count <= Int(port.slot) {
                    relays.append(contentsOf: repeatElement(nil, count: Int(port.slot) + 1 - relays.count))
                }
                guard watch(relay) else {
                    giveBack(legs, user: user)
                    throw .noCapacity
                }
                relays[Int(port.slot)] = relay
            }
            server.handle(.relayOpened(request.allocation, grant), at: now)
        } catch {
            server.handle(.relayFailed(request.allocation, error), at: now)
        }
    }

    /// An allocation whose sockets the kernel will not watch would be deaf: its ports are given back.
    private func giveBack(_ legs: [SharedControl.OpenLeg], user: String) {
        for leg in legs {
            let isLast = leg.relayed == legs.last?.relayed
            setup.control.release(leg.socket, relayed: leg.relayed, user: isLast ? user : nil, at: now)
            for slot in relays.indices where relays[slot]?.socket === leg.socket { relays[slot] = nil }
        }
    }

    private func watch(_ relay: RelaySocket) -> Bool {
        do throws(SystemError) {
            try poller.add(
                relay.socket.fileDescriptor,
                token: relay.token.rawValue,
                interest: [.read, .error]
            )
            return true
        } catch {
            setup.log.write(.error, "relay socket not watched", [(.detail, error.description)])
            return false
        }
    }

    func closeRelay(_ port: RelayPort, user: String?) {
        // Packets that wait for the batch name the descriptor that is about to be closed.
        sender.flush()
        guard let relay = relaySocket(port) else { return }
        relays[Int(port.slot)] = nil
        setup.control.release(relay.socket, relayed: relay.relayed, user: user, at: now)
    }
}
