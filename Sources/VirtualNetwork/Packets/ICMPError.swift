import SansIO

/// What an ICMP or ICMPv6 error says about the packet it quotes, the same words for both versions.
///
/// RFC 792, RFC 1191 §4, RFC 1812 §5.2.7.1, RFC 4443 §3
public enum ICMPError: Hashable, Sendable {
    /// No route to the destination.
    case networkUnreachable
    /// The destination does not answer on its own network.
    case hostUnreachable
    /// The host does not know the protocol.
    case protocolUnreachable
    /// Nobody listens at the port.
    case portUnreachable
    /// A filter refuses the packet.
    case administrativelyProhibited
    /// The packet does not fit into the next link, whose MTU in bytes is told; 0 from routers older than
    /// RFC 1191.
    case packetTooBig(nextHopMTU: UInt32)
    /// The packet has crossed as many routers as it may.
    case timeExceeded
    /// An error for which the lab has no use of its own.
    case other(type: UInt8, code: UInt8)

    /// The error of a message's first 8 bytes; nil for a message that is none.
    init?(_ family: IPAddress.Family, type: UInt8, code: UInt8, rest: UInt32) {
        switch family {
        case .v4: self.init(v4: type, code, rest)
        case .v6: self.init(v6: type, code, rest)
        }
    }

    private init?(v4 type: UInt8, _ code: UInt8, _ rest: UInt32) {
        switch (type, code) {
        case (3, 0): self = .networkUnreachable
        case (3, 1): self = .hostUnreachable
        case (3, 2): self = .protocolUnreachable
        case (3, 3): self = .portUnreachable
        case (3, 4): self = .packetTooBig(nextHopMTU: rest & 0xFFFF)
        case (3, 9), (3, 10), (3, 13): self = .administrativelyProhibited
        case (11, 0): self = .timeExceeded
        case (3, _), (4, _), (11, _), (12, _): self = .other(type: type, code: code)
        default: return nil
        }
    }

    private init?(v6 type: UInt8, _ code: UInt8, _ rest: UInt32) {
        switch (type, code) {
        case (1, 0): self = .networkUnreachable
        case (1, 1): self = .administrativelyProhibited
        case (1, 3): self = .hostUnreachable
        case (1, 4): self = .portUnreachable
        case (2, _): self = .packetTooBig(nextHopMTU: rest)
        case (3, 0): self = .timeExceeded
        case (4, 1): self = .protocolUnreachable
        case (0..<128, _): self = .other(type: type, code: code)
        default: return nil
        }
    }

    /// The type, the code and the second word that say this; an MTU is held at what the field can hold.
    func fields(_ family: IPAddress.Family) -> (type: UInt8, code: UInt8, rest: UInt32) {
        switch (self, family) {
        case (.networkUnreachable, .v4): (3, 0, 0)
        case (.hostUnreachable, .v4): (3, 1, 0)
        case (.protocolUnreachable, .v4): (3, 2, 0)
        case (.portUnreachable, .v4): (3, 3, 0)
        case (.packetTooBig(let mtu), .v4): (3, 4, min(mtu, 0xFFFF))
        case (.administrativelyProhibited, .v4): (3, 13, 0)
        case (.timeExceeded, .v4): (11, 0, 0)
        case (.networkUnreachable, .v6): (1, 0, 0)
        case (.administrativelyProhibited, .v6): (1, 1, 0)
        case (.hostUnreachable, .v6): (1, 3, 0)
        case (.portUnreachable, .v6): (1, 4, 0)
        case (.packetTooBig(let mtu), .v6): (2, 0, mtu)
        case (.timeExceeded, .v6): (3, 0, 0)
        case (.protocolUnreachable, .v6): (4, 1, 6)
        case (.other(let type, let code), _): (type, code, 0)
        }
    }
}
