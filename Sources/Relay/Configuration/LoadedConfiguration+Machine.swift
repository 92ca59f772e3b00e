public import SansIO

extension LoadedConfiguration {
    /// What is doubtful on a machine with these interface addresses; nothing when they are not known.
    public func warnings(among interfaces: [IPAddress]) -> [ConfigurationProblem] {
        guard !interfaces.isEmpty else { return [] }
        let bound: [(SettingName, [IPAddress])] = [
            (.listen, configuration.listen), (.relayAddress, configuration.relayAddresses),
            (.alternateListen, configuration.alternateListen),
        ]
        var warnings: [ConfigurationProblem] = []
        for (name, addresses) in bound {
            for (item, address) in addresses.enumerated()
            where !address.isUnspecified && !interfaces.contains(address) {
                warnings.append(warning("no interface of this machine has \(address)", of: name, item: item))
            }
        }
        let relaying = configuration.relayingAddresses(among: interfaces)
        if relaying.isEmpty {
            warnings.append(
                warning("no interface has an address that others can reach", of: .listen, item: 0)
            )
        }
        for (item, rule) in configuration.externalAddresses.enumerated() {
            let covered = relaying.filter { rule.covers($0) }
            if covered.isEmpty {
                warnings.append(
                    warning("no relay address of this machine fits \(rule)", of: .externalIP, item: item)
                )
            } else if covered.count > 1 {
                let names = covered.map(\.description).joined(separator: ", ")
                let message = "\(names) would all be advertised as \(rule); give one PUBLIC/PRIVATE for each"
                warnings.append(warning(message, of: .externalIP, item: item))
            }
        }
        return warnings + warningsOfIceConfig(relaying)
    }

    /// Addresses that clients are told because no name was given, and can not use.
    private func warningsOfIceConfig(_ relaying: [IPAddress]) -> [ConfigurationProblem] {
        let settings = configuration.iceConfig
        guard settings.port != nil, settings.host == nil, settings.urls.isEmpty else { return [] }
        let uris = configuration.iceServerURIs(
            advertised: relaying.map { configuration.advertisedAddress(for: $0) }
        )
        guard let doubt = uris.lazy.compactMap(\.doubtfulReach).first else { return [] }
        let message = "clients are told a relay \(doubt); give external-ip, or ice-config.host"
        return [warning(message, of: .iceConfigPort, item: 0)]
    }

    private func warning(_ message: String, of name: SettingName, item: Int) -> ConfigurationProblem {
        let given = origins[name] ?? []
        let origin = given.indices.contains(item) ? given[item] : .standard
        return ConfigurationProblem(message, path: name.rawValue, origin: origin)
    }
}
