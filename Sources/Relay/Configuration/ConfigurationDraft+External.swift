import SansIO

extension ConfigurationDraft {
    /// One rule for each private address, and one for what is left of a family.
    mutating func checkExternalAddresses() {
        let rules = configuration.externalAddresses
        let own = configuration.relayAddresses.isEmpty ? configuration.listen : configuration.relayAddresses
        let ownIsKnown = !own.isEmpty && !own.contains(where: \.isUnspecified)
        for (item, rule) in rules.enumerated() {
            if rules[..<item].contains(where: { $0.isRival(of: rule) }) {
                note(
                    rule.local == nil
                        ? "a second address of its IP version; accepted: PUBLIC/PRIVATE for each address"
                        : "a second address for \(rule.description.split(separator: "/")[1]); accepted: one",
                    of: .externalIP,
                    item: item
                )
            }
            if let local = rule.local, ownIsKnown, !own.contains(local) {
                let accepted = own.map(\.description).joined(separator: ", ")
                note(
                    "got the private address \(local), which is no relay address; accepted: \(accepted)",
                    of: .externalIP,
                    item: item
                )
            }
            if rule.local == nil, ownIsKnown {
                checkReach(of: rule, item: item, among: own.filter { $0.family == rule.advertised.family })
            }
            if Self.privateBlocks.contains(where: { $0.contains(rule.advertised) }) {
                warn(
                    "\(rule.advertised) is a private address: only its own network can reach it",
                    of: .externalIP,
                    item: item
                )
            }
        }
    }

    private mutating func checkReach(of rule: ExternalAddress, item: Int, among own: [IPAddress]) {
        if own.isEmpty {
            note("no relay address of its IP version is configured", of: .externalIP, item: item)
        } else if own.count > 1 {
            let example = "\(rule.advertised)/\(own[0])"
            note(
                "\(own.count) relay addresses would be advertised as one; accepted: PUBLIC/PRIVATE, such as \(example)",
                of: .externalIP,
                item: item
            )
        }
    }

    private static let privateBlocks = [
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7",
    ]
    .compactMap { IPPrefix($0) }
}

extension ExternalAddress {
    /// Whether both say what to advertise for the same addresses.
    fileprivate func isRival(of other: ExternalAddress) -> Bool {
        local == other.local && (local != nil || advertised.family == other.advertised.family)
    }
}
