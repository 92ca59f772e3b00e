public import STUN
public import SansIO

/// What a TURN client core is told once.
public struct TURNClientConfiguration: Sendable {
    /// How bytes travel to the server; over TCP and TLS the client frames, and repeats nothing.
    public var transport: TransportProtocol
    public var credential: LongTermCredential
    public var wish = RelayedAddressWish.one()
    /// What to ask for, 0 excepted, which would delete; nil leaves it to the server.
    public var lifetime: Lifetime?
    /// Asks in the Allocate request whether the server can set the DF bit, and has it set in every packet that
    /// goes without a channel (RFC 8656 §7.1 and §11.1).
    public var dontFragment = false
    /// When requests over UDP are repeated.
    public var schedule = RetransmissionSchedule.standard

    public init(transport: TransportProtocol, credential: LongTermCredential) {
        self.transport = transport
        self.credential = credential
    }
}
