import Arguments

extension CheckReport {
    /// The report for a person.
    func text(_ style: TerminalStyle) -> String {
        var lines = [style.good("The configuration is good."), ""]
        lines.append(
            row("listen", listen.isEmpty ? "every address but loopback and link-local" : joined(listen))
        )
        lines += advertise.map { item in
            row(
                "advertise",
                item.advertised + (item.advertised == item.relayAddress ? "" : " for \(item.relayAddress)")
            )
        }
        if advertise.isEmpty { lines.append(row("advertise", "the relay addresses themselves")) }
        lines.append(row("allocations", capacity))
        lines.append(row("secrets", "\(secretCount) from \(secretOrigin)"))
        if let iceConfig {
            lines += iceConfig.endpoints.map { row("ice-config", $0) }
            lines.append(row("", "tells clients \(joined(iceConfig.urls))"))
        }
        lines += ["", style.bold("Settings")]
        let width = settings.map(\.name.count).max() ?? 0
        lines += settings.map { setting in
            let name = setting.name.padded(to: width)
            let values = setting.values.isEmpty ? "-" : joined(setting.values)
            return "  \(name)  \(values.padded(to: 18))  " + style.faint(setting.origin)
        }
        if !warnings.isEmpty {
            lines += ["", style.bold("Warnings")]
            lines += warnings.map { "  " + style.doubtful($0) }
        }
        return lines.joined(separator: "\n")
    }

    private var capacity: String {
        let ports = "\(relayPortCount) relay ports on each relay address"
        return allocations.map { "\($0) at once; \(ports)" } ?? ports
    }

    private func row(_ name: String, _ text: String) -> String { "  \(name.padded(to: 11))  \(text)" }

    private func joined(_ values: [String]) -> String { values.joined(separator: ", ") }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 0))
    }
}
