import JSON
import STUN
import SansIO
import TURN

extension ProbeJudgement {
    /// Addresses that nobody should reach through a relay, of each family.
    static let forbiddenPeers: [IPAddress] = [
        "127.0.0.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254",
        "224.0.0.1", "255.255.255.255",
        "::1", "::ffff:127.0.0.1", "64:ff9b::a9fe:a9fe", "fe80::1", "fd00:ec2::254", "ff02::1",
    ].compactMap { IPAddress($0) }

    /// The server permitted these of the peers that it was asked for.
    ///
    /// `neighbours` are the server's address and ours: a relay that stands in a private network may relay into it.
    static func deniedPeers(
        permitted: [IPAddress],
        asked: [IPAddress],
        neighbours: [IPAddress]
    ) -> ProbeJudgement {
        let facts: [String: JSONValue] = [
            "asked": .array(asked.map { .string("\($0)") }),
            "permitted": .array(permitted.map { .string("\($0)") }),
        ]
        let home = Set(neighbours.compactMap { SpecialPurposeRegistry.block(of: $0) })
        let dangerous = permitted.filter { address in
            guard let block = SpecialPurposeRegistry.block(of: address) else { return true }
            return address.isLoopback || address.isLinkLocal || !home.contains(block)
        }
        guard let worst = dangerous.first else {
            guard let allowed = permitted.first else {
                return .passed("all \(asked.count) refused", facts)
            }
            return .warning(
                "it relays into its own network: \(allowed) is permitted",
                fix: "if that is not meant, take the --allow-peer away that covers \(allowed)",
                facts
            )
        }
        let others = dangerous.count > 1 ? " and \(dangerous.count - 1) more" : ""
        return .failed(
            "it relays to \(worst)\(others): whoever has a credential reaches what stands behind the relay",
            fix: "take away the rule that allows it (--allow-peer; with coturn: denied-peer-ip=…)",
            facts
        )
    }

    /// What an Allocate without a credential came to.
    static func strangers(_ outcome: STUNExchange.Outcome) -> ProbeJudgement {
        switch outcome {
        case .answered(let bytes, _):
            guard let message = try? MessageView(bytes.span) else {
                return .skipped("the answer can not be read")
            }
            guard message.type.messageClass == .error else {
                return .failed(
                    "it gives an allocation to anybody, without a credential",
                    fix:
                        "let the server ask for a credential (castrelay always does; coturn: use-auth-secret)"
                )
            }
            let code = (try? message.attribute(ErrorCode.self))?.code ?? 0
            var facts: [String: JSONValue] = ["code": .integer(Int64(code))]
            let realm = (try? message.attribute(Realm.self))?.text
            if let realm { facts["realm"] = .string(realm) }
            return .passed(
                "refused (\(code))" + (realm.map { ", realm \(printable($0))" } ?? ""),
                facts
            )
        case .unanswered: return .passed("not answered")
        case .failed(let failure): return .skipped("not tried: \(failure)")
        }
    }
}
