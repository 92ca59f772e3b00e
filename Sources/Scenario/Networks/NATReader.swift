internal import VirtualNetwork
internal import YAML

/// Reads a router's NAT: an alias, `none`, or its properties one by one.
struct NATReader {
    let log: YAMLProblemLog

    /// The NAT at the key `nat`, and what the file calls it; nil for none.
    func nat(_ mapping: YAMLMapping, _ name: inout String?) -> NATBehavior? {
        guard let node = mapping.node("nat") else { return NATAlias.portRestricted.behavior }
        guard case .mapping = node.content else {
            guard let word = mapping.value("nat", .natWord) else { return nil }
            name = word
            return word == "none" ? nil : try? NATBehavior(alias: word)
        }
        guard let nat = mapping.mapping("nat") else { return nil }
        defer { nat.finish() }
        var behavior = NATBehavior()
        if let word = nat.value("like", .choice(NATAlias.self)) { behavior = word.behavior }
        for property in NATBehavior.Property.allCases {
            set(property, of: &behavior, nat)
        }
        let times = ValueForm.duration(.seconds(1) ... .seconds(86_400))
        if let timeout = nat.value("timeout", times) { behavior.timeouts.udp = timeout }
        if let timeout = nat.value("tcp-timeout", times) { behavior.timeouts.tcpEstablished = timeout }
        return behavior
    }

    private func set(
        _ property: NATBehavior.Property,
        of behavior: inout NATBehavior,
        _ mapping: YAMLMapping
    ) {
        guard let word = mapping.value(property.rawValue, .text(upTo: 60)) else { return }
        do throws(UnknownWord) {
            try behavior.set(property.rawValue, to: word)
        } catch {
            let place = mapping.node(property.rawValue)?.position ?? mapping.position
            log.note(error.description, at: place, path: mapping.path(of: property.rawValue))
        }
    }
}

extension ValueForm where Value == String {
    /// An alias of a NAT, or `none`.
    fileprivate static var natWord: ValueForm {
        let words = ["none"] + NATAlias.accepted
        return ValueForm(
            accepted: "one of \(words.joined(separator: ", ")), or a mapping of mapping, filtering, ports, "
                + "hairpin, pooling, refresh, timeout",
            placeholder: "NAT"
        ) { (text) throws(ValueHint) in
            guard words.contains(text) else { throw .none }
            return text
        }
    }
}
