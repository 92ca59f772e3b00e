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
            let count = receiver.receive(from: socket)
            for position in 0..<count {
                let tuple = FiveTuple(
                    .udp,
                    client: receiver.source(position),
                    server: socket.localEndpoint
                )
                let client = Client(tuple, socket: token)
                perform(server.forward(receiver.packet(position), from: client, at: now))
            }
            // The batch's memory is about to be used again.
            sender.flush()
            if !receiver.mayHoldMore { return }
        }
    }

    static var batchesPerEvent: Int { 4 }

    /// The listening socket at `endpoint`.
    func datagramSocket(at endpoint: Endpoint) -> UDPSocket? {
        for socket in setup.datagramSockets where socket.localEndpoint == endpoint { return socket }
        return nil
    }
}
