import EventLoop
import STUN
import SansIO
import TURN

extension RelayLog {
    private static let allowPeerHint = "; allow-peer opens it where a closed network needs it"

    /// Tells of records that were left out, if there were any.
    static func suppression(_ count: Int) -> [(Key, String)] {
        count > 0 ? [(.suppressed, String(count))] : []
    }

    /// Writes what a worker has counted, each drop by its reason.
    func write(
        _ core: ServerCounters,
        _ sender: DatagramSender.Counts,
        truncated: UInt64,
        _ worker: Int
    ) {
        let drops: [(String, UInt64)] = [
            ("malformed", core.malformed), ("answers withheld", core.answersWithheld),
            ("unpermitted up", core.unpermittedUp), ("unpermitted down", core.unpermittedDown),
            ("denied peers", core.deniedPeers), ("over bandwidth", core.overBandwidth),
            ("oversized", core.oversized + sender.tooBig), ("truncated", truncated),
            ("send buffer full", sender.bufferFull), ("unreachable", sender.unreachable),
            ("refused by the kernel", sender.refused),
        ]
        let told = drops.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        write(
            .info,
            "totals",
            [
                (.worker, String(worker)), (.packetsUp, String(core.relayedUp.packets)),
                (.bytesUp, String(core.relayedUp.bytes)), (.packetsDown, String(core.relayedDown.packets)),
                (.bytesDown, String(core.relayedDown.bytes)),
                (.detail, told.isEmpty ? "nothing dropped" : "dropped: \(told)"),
            ]
        )
    }

    /// Writes what the server core wants an operator to know.
    ///
    /// `suppressed` is how many like it were left out before.
    func write(_ event: ServerEvent, suppressed: Int = 0) {
        switch event {
        case .allocated(let client, let user, let relayed, let lifetime):
            write(
                .info,
                "allocated",
                [
                    (.client, client.tuple.description), (.user, user),
                    (.relayed, relayed.map(\.description).joined(separator: ",")),
                    (.lifetime, String(lifetime.secondsRoundedUp)),
                ]
            )
        case .ended(let client, let user, let reason, let up, let down):
            write(
                .info,
                "ended",
                [
                    (.client, client.tuple.description), (.user, user), (.reason, reason.rawValue),
                    (.packetsUp, String(up.packets)), (.bytesUp, String(up.bytes)),
                    (.packetsDown, String(down.packets)), (.bytesDown, String(down.bytes)),
                ]
            )
        case .refused(let client, let method, let code, let user):
            write(
                code == 401 || code == 438 ? .debug : .info,
                "refused",
                [
                    (.client, client.tuple.description), (.method, method.name), (.code, String(code)),
                    (.user, user ?? "-"),
                ] + Self.suppression(suppressed)
            )
        case .peerDenied(let client, let user, let peer, let denial):
            write(
                .notice,
                "peer denied",
                [
                    (.client, client.tuple.description), (.user, user), (.peer, peer.description),
                    (.detail, "\(denial)\(denial.isOpenedByAllowPeer ? Self.allowPeerHint : "")"),
                ] + Self.suppression(suppressed)
            )
        }
    }
}

extension PeerPolicy.Denial {
    fileprivate var isOpenedByAllowPeer: Bool {
        switch self {
        case .specialPurpose, .embedded: true
        case .denyList, .ownAddress, .portZero, .noRelayAtPort: false
        }
    }
}

extension Method {
    fileprivate var name: String {
        switch self {
        case .allocate: "Allocate"
        case .refresh: "Refresh"
        case .createPermission: "CreatePermission"
        case .channelBind: "ChannelBind"
        default: "0x\(String(rawValue, radix: 16))"
        }
    }
}
