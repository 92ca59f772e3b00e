import JSON
import STUN
import SansIO
import TURN

extension ProbeJudgement {
    /// Packets through two allocations of one transport.
    static func echo(_ result: EchoResult) -> ProbeJudgement {
        loss(of: result)
            ?? .failed(
                "two allocations do not reach each other: \(result.text)",
                fix:
                    "let the relay send to its own relayed addresses: no firewall rule on its host, and with "
                    + "--external-ip no reliance on hairpin",
                result.facts
            )
    }

    /// Packets from a socket of this machine to a relayed address, and back.
    static func relayPorts(_ result: EchoResult, port: UInt16) -> ProbeJudgement {
        if let judgement = loss(of: result) { return judgement }
        if result.arrived > 0 {
            return .failed(
                "\(result.arrived) of \(result.sent) packets reach relay port \(port), and nothing comes back",
                fix: "let the relay's host send UDP from its relay ports (--relay-ports) to anywhere",
                result.facts
            )
        }
        return .failed(
            "relay port \(port) can not be reached from here: \(result.text)",
            fix:
                "open the relay's UDP ports (--relay-ports, 49152-49351 by default) in the firewalls before it",
            result.facts
        )
    }

    /// Good, or doubtful by its loss; nil when most is lost.
    private static func loss(of result: EchoResult) -> ProbeJudgement? {
        guard result.roundTrips.count * 2 > result.sent else { return nil }
        guard result.lossPercent > 2 else { return .passed(result.text, result.facts) }
        return .warning(
            result.text,
            fix: "look for a full link or a busy host: \(result.lost) of \(result.sent) packets were lost",
            result.facts
        )
    }

    /// One way between allocations of different kinds.
    struct RelayPair: Hashable, Sendable {
        /// As in "udp to tls, IPv6".
        var name: String
        var result: EchoResult
    }

    static func relayToRelay(_ pairs: [RelayPair]) -> ProbeJudgement {
        guard !pairs.isEmpty else {
            return .skipped("one transport and one family alone: the echo has shown it")
        }
        let facts: [String: JSONValue] = [
            "pairs": .array(
                pairs.map { .object($0.result.facts.merging(["name": .string($0.name)]) { $1 }) }
            )
        ]
        if let bad = pairs.first(where: { $0.result.roundTrips.isEmpty }) {
            return .failed(
                "allocations do not reach each other: \(bad.name)",
                fix:
                    "let the relay send to its own relayed addresses: no firewall rule on its host, and with "
                    + "--external-ip no reliance on hairpin",
                facts
            )
        }
        return .passed(pairs.map(\.name).joined(separator: "; "), facts)
    }
}

extension ProbeJudgement {
    /// A server that does not relay to its own relayed addresses.
    static func refusedOwn(_ failure: PeerFailure) -> ProbeJudgement {
        let reason =
            switch failure {
            case .forbidden: "403"
            case .addressFamilyMismatch: "443"
            case .insufficientCapacity: "508"
            case .refused(let error): "\(error.code)"
            case .unanswered, .outOfChannels: "no answer"
            }
        return .failed(
            "the server does not relay to its own relayed addresses (\(reason)): two clients behind it never meet",
            fix: "allow its own address as a peer (coturn: allowed-peer-ip; castrelay always does)",
            ["code": .string(reason)]
        )
    }
}
