import EventLoop
import SansIO
import TURN

/// An open relay socket of a worker.
final class RelaySocket {
    let relay: RelayPort
    let socket: UDPSocket
    /// The address that the client was told.
    let relayed: Endpoint

    init(relay: RelayPort, socket: UDPSocket, relayed: Endpoint) {
        self.relay = relay
        self.socket = socket
        self.relayed = relayed
    }

    var token: PollToken { PollToken(.relay, slot: Int(relay.slot), generation: relay.generation) }
}
