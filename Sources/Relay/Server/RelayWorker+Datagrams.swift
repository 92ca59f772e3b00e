import EventLoop
import SansIO
import TURN

/// UDP clients.
extension RelayWorker {
    /// Reads the batches that wait, a bounded number, so that one busy socket does not starve the others.
    func receiveDatagrams(at index: Int) {
        let socket = setup.datagramSockets[index]
        let token = PollToken(.datagrams, slot: index).rawValue
        for _ in 0..<Self.batchesPerEvent {
            for position in receive(from: socket) {
                let tuple = FiveTuple(
                    .udp,
                    client: receiver.source(position),
                    server: socket.localEndpoint
                )
                let client = Client(tuple, socket: token)
                perform(server.forward(received(position), from: client, at: now))
            }
            if !receiver.mayHoldMore { return }
        }
    }

    /// Reads a batch; what was read before stays, until there is too little room for another one.
    ///
    /// So packets of several sockets leave together. They are sent at the end of the round at the latest.
    func receive(from socket: UDPSocket) -> Range<Int> {
        if receiver.freeSlotCount < Self.leastBatch { flushDatagrams() }
        let count = receiver.receiveMore(from: socket)
        return receiver.packetCount - count..<receiver.packetCount
    }

    /// The packet at `position` of what was read.
    func received(_ position: Int) -> PacketBuffer {
        if receiver.freeCopyCount == 0 {
            // The copies may be waiting to be sent.
            sender.flush()
            receiver.reuseCopies()
        }
        return receiver.packet(position)
    }

    private static var leastBatch: Int { 16 }

    static var batchesPerEvent: Int { 4 }

    /// The listening socket at `endpoint`.
    func datagramSocket(at endpoint: Endpoint) -> UDPSocket? {
        for socket in setup.datagramSockets where socket.localEndpoint == endpoint { return socket }
        return nil
    }
}
