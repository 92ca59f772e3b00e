import EventLoop
import TURN

/// What a worker is handed when its thread starts.
struct WorkerSetup: Sendable {
    /// A listening socket for TCP.
    struct Listener: Sendable {
        var socket: StreamListener
        /// Whether the first byte decides between TCP and TLS, or nothing but TLS is spoken.
        var isTLSOnly: Bool
    }

    var index: Int
    var core: TURNServerConfiguration
    var limits: RelayLimits
    var datagramSockets: [UDPSocket]
    var listeners: [Listener]
    var tls: TLSServerContext?
    var control: SharedControl
    var livePorts: LiveRelayPorts
    var commands: Wakeup<WorkerCommand>
    var log: RelayLog
}
