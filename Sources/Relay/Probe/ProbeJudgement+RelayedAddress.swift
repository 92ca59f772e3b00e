import JSON
import SansIO
import TURN

extension ProbeJudgement {
    /// The relayed addresses of a server that was reached at `server`.
    static func relayedAddress(_ relayed: [Endpoint], server: IPAddress) -> ProbeJudgement {
        let facts: [String: JSONValue] = [
            "relayed": .array(relayed.map { .string("\($0)") }), "server": .string("\(server)"),
        ]
        let text = relayed.map(\.description).joined(separator: ", ")
        let home = SpecialPurposeRegistry.block(of: server)
        for endpoint in relayed {
            let address = endpoint.address
            guard !address.isUnspecified, endpoint.port != 0 else {
                return .failed("it relays from \(endpoint), which is no address", fix: advertise, facts)
            }
            guard let block = SpecialPurposeRegistry.block(of: address) else { continue }
            // The server of a lab or a private network relays from that network, whatever its name resolves to.
            let isHome =
                home == block || (home != nil && !address.isLoopback && address.family != server.family)
            guard !isHome else { continue }
            return .failed(
                "it relays from \(address) (\(block.name)), where nobody outside reaches it",
                fix: advertise,
                facts
            )
        }
        let isSameFamily = relayed.contains { $0.address.family == server.family }
        guard isSameFamily, !relayed.contains(where: { $0.address == server }) else {
            return .passed(text, facts)
        }
        return .passed("\(text); another address than the server's \(server)", facts)
    }

    private static let advertise =
        "tell the relay its public address: --external-ip PUBLIC/PRIVATE (1:1 NAT), or --relay-address"
}
