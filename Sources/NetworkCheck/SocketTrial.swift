public import SansIO

/// A core that asks a server through sockets of its owner's: who sends what comes out, tells what arrives, and calls
/// `advance` at every deadline until it is finished.
public protocol SocketTrial: ~Copyable {
    /// The next datagram to be sent; nil when there is none.
    mutating func nextSend() -> TrialSend?

    /// When to call `advance` again; nil when nothing is waited for.
    var nextDeadline: Instant? { get }

    var isFinished: Bool { get }

    /// Sends what is due.
    mutating func advance(to now: Instant)

    /// Takes a datagram that came to a socket.
    mutating func receive(_ bytes: [UInt8], from source: Endpoint, on socket: Int, at now: Instant)
}

/// A datagram that a trial wants sent, through the socket of that number.
public struct TrialSend: Hashable, Sendable {
    public let socket: Int
    public let destination: Endpoint
    public let bytes: [UInt8]
}
