/// The path that ICE has to find between two hosts, as the candidates that both select.
///
/// RFC 8445. Of relayed paths it is not said which side's relay is used: any pair with exactly one is right.
public enum ExpectedPath: Hashable, Sendable, CustomStringConvertible {
    /// What a side's own candidate is on a direct path.
    public enum Candidate: String, Hashable, Sendable {
        /// An address of its own.
        case host
        /// One that a NAT gives it, whether a STUN server or the peer has seen it.
        case reflexive
    }

    /// How a host reaches its relay.
    public enum Transport: String, Hashable, Sendable, Comparable {
        case udp
        case tcp
        case tls

        public static func < (left: Transport, right: Transport) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int { self == .udp ? 0 : self == .tcp ? 1 : 2 }
    }

    /// Without a relay.
    case direct(Candidate, Candidate)
    /// Through one relay, which the hosts reach like this.
    case relayed(Transport, Transport)
    /// Through a relay of each side: neither lets UDP out.
    case relayedTwice(Transport, Transport)
    /// There is none.
    case none

    public var description: String {
        switch self {
        case .direct(let sender, let receiver): "direct, \(sender.rawValue) to \(receiver.rawValue)"
        case .relayed(let sender, let receiver):
            sender == .udp && receiver == .udp
                ? "one relay" : "one relay, reached over \(max(sender, receiver).rawValue) by one side"
        case .relayedTwice(let sender, let receiver):
            "relay to relay, over \(sender.rawValue) and \(receiver.rawValue)"
        case .none: "none"
        }
    }
}
