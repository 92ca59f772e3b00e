import STUN
import SansIO
import TURN

extension RelayLog {
    private static let allowPeerHint = "; allow-peer opens it where a closed network needs it"

    /// Writes what the server core wants an operator to know.
    func write(_ event: ServerEvent) {
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
                ]
            )
        case .peerDenied(let client, let user, let peer, let denial):
            write(
                .notice,
                "peer denied",
                [
                    (.client, client.tuple.description), (.user, user), (.peer, peer.description),
                    (.detail, "\(denial)\(denial.isOpenedByAllowPeer ? Self.allowPeerHint : "")"),
                ]
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
