public import SansIO

/// What became of a datagram that a socket sent earlier: an entry of its error queue.
public struct SocketError: Hashable, Sendable {
    /// Who says so.
    public enum Origin: Hashable, Sendable {
        /// This host, before the datagram left: type and code are 0.
        case local
        /// An ICMP message (RFC 792), its type and code.
        case icmp
        /// An ICMPv6 message (RFC 4443), its type and code.
        case icmpv6
    }

    /// Where the datagram was going.
    public let destination: Endpoint
    public let origin: Origin
    public let type: UInt8
    public let code: UInt8
    /// The `errno` value that the kernel makes of it.
    public let error: Int32
    /// The path's MTU where the message tells one (type 3 code 4, ICMPv6 type 2), else 0.
    public let mtu: UInt32
    /// Who sent the ICMP message: often a router on the way.
    public let offender: IPAddress?
}
