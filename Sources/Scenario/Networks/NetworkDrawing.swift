internal import SansIO
public import VirtualNetwork
internal import YAML

/// A network drawn as text: who sits behind what, and what packets meet on their way.
public struct NetworkDrawing {
    private let plan: NetworkPlan

    public init(_ plan: NetworkPlan) {
        self.plan = plan
    }

    private var network: NetworkDescription { plan.description }

    /// The drawing, without a line break at its end.
    public var text: String {
        var lines = ["\(network.name): \(network.about)", ""]
        for segment in network.segments where segment.router == nil {
            lines.append("\(segment.name)  \(prefixes(of: segment))")
            lines += children(of: segment).flatMap { $0 }
        }
        if let path = PathOracle(network).path { lines += ["", "expected path: \(path)"] }
        return lines.joined(separator: "\n")
    }

    /// The lines of all that is on a segment, hosts first, each with its branch.
    private func children(of segment: NetworkDescription.Segment) -> [[String]] {
        let hosts = network.hosts.filter { $0.segments.contains(segment.name) }
        let inner = network.segments.filter { $0.router?.uplink == segment.name }
        let width = (hosts.map(\.name.count) + inner.map(\.name.count)).max() ?? 0
        let blocks =
            hosts.map { [line(of: $0, on: segment, width)] } + inner.map { lines(of: $0, width) }
        return blocks.enumerated().map { index, block in
            let isLast = index == blocks.count - 1
            return block.enumerated().map { row, text in
                row == 0 ? "\(isLast ? "└─" : "├─") \(text)" : "\(isLast ? "  " : "│ ") \(text)"
            }
        }
    }

    private func line(
        of host: NetworkDescription.Host,
        on segment: NetworkDescription.Segment,
        _ width: Int
    ) -> String {
        let interface = plan.hosts.first { $0.name == host.name }?.interfaces.first {
            $0.name == segment.device && plan.wiring.devices[$0.device].segment == number(of: segment)
        }
        let addresses = interface?.addresses.map(\.address.description).joined(separator: " ") ?? ""
        var words = [pad(host.name, width), pad(host.role?.rawValue ?? "", 8), segment.device, addresses]
        if host.link != .init() { words.append("link: \(Self.link(host.link, host.linkName))") }
        return words.joined(separator: "  ")
    }

    private func lines(of segment: NetworkDescription.Segment, _ width: Int) -> [String] {
        guard let router = segment.router else { return [] }
        var lines = [
            "\(pad(segment.name, width))  \(prefixes(of: segment))\(segment.isIsolated ? "  isolated" : "")"
        ]
        let inner = children(of: segment)
        let bar = inner.isEmpty ? "   " : "│  "
        lines += facts(of: router, segment).map { "\(bar)\($0)" }
        return lines + inner.flatMap { $0 }
    }

    private func facts(
        of router: NetworkDescription.Router,
        _ segment: NetworkDescription.Segment
    ) -> [String] {
        var facts = ["router: \(Self.words(for: router))"]
        if let index = plan.routerNames.firstIndex(of: segment.name) {
            let outside = plan.wiring.routers[index].outsideAddresses
            facts.append("outside: \(outside.map(\.description).joined(separator: " "))")
        }
        if let exposed = router.exposedHost {
            facts.append("the last of them is \(exposed)'s, all ports of it")
        }
        if let firewall = router.firewallName { facts.append("firewall: \(firewall)") }
        if segment.hasIPv6, router.firewallName == nil { facts.append("firewall: stateful, for IPv6") }
        if router.link != .init() { facts.append("link: \(Self.link(router.link, router.linkName))") }
        return facts
    }

    private func prefixes(of segment: NetworkDescription.Segment) -> String {
        guard let number = number(of: segment) else { return "" }
        return plan.prefixes(ofSegment: number).map(\.description).joined(separator: "  ")
    }

    private func number(of segment: NetworkDescription.Segment) -> Int? {
        network.segments.firstIndex { $0.name == segment.name }
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension NetworkDrawing {
    /// A router in the words of RFC 4787.
    public static func words(for router: NetworkDescription.Router) -> String {
        switch router.kind {
        case .ours(nil):
            return "no NAT"
        case .ours(let nat?):
            let name = router.natName.map { "\($0): " } ?? ""
            var words = [
                "\(name)\(nat.mapping.rawValue) mapping", "\(nat.filtering.rawValue) filtering",
                "ports: \(nat.ports.rawValue)",
            ]
            if nat.hairpin != .none { words.append("hairpin: \(nat.hairpin.rawValue)") }
            if nat.timeouts.udp != FlowTimeouts.standard.udp {
                words.append("timeout: \(nat.timeouts.udp.quantityText)")
            }
            return words.joined(separator: ", ")
        case .kernel(let randomPorts, let dropsUnsolicited):
            return "Linux, masquerade\(randomPorts ? " with random ports" : "")"
                + (dropsUnsolicited ? "" : ", without a rule against what nobody asked for")
        }
    }

    /// A link by its name, and in figures.
    public static func link(_ link: NetworkWiring.LinkPair, _ name: String?) -> String {
        let figures =
            link.up == link.down
            ? Self.figures(link.up) : "up \(Self.figures(link.up)); down \(Self.figures(link.down))"
        return (name.map { "\($0): " } ?? "") + figures
    }

    private static func figures(_ conditions: LinkConditions) -> String {
        var words: [String] = []
        switch conditions.rate {
        case .unlimited: break
        case .bitsPerSecond(let rate): words.append("\(BitRate(bitsPerSecond: rate))")
        case .trace: words.append("by a trace")
        }
        if conditions.delay > .zero { words.append(conditions.delay.quantityText) }
        switch conditions.jitter {
        case .none: break
        case .uniform(let jitter): words.append("± \(jitter.quantityText)")
        case .normal(let jitter): words.append("± \(jitter.quantityText) (normal)")
        }
        if conditions.loss.share > 0 { words.append("\(percent(conditions.loss.share)) lost") }
        if let bursts = conditions.bursts { words.append("bursts of \(bursts.meanBad.quantityText)") }
        if let mtu = conditions.mtu { words.append("MTU \(mtu.bytes)\(mtu.isReported ? "" : ", untold")") }
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }

    private static func percent(_ share: Double) -> String {
        let hundredths = Int((share * 10_000).rounded())
        let rest = hundredths % 100
        guard rest > 0 else { return "\(hundredths / 100) %" }
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }
}
