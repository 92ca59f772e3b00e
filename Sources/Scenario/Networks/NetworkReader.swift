internal import SansIO
internal import VirtualNetwork
internal import YAML

extension NetworkDescription {
    /// Reads a file of `Topologies/networks`; throws all that is wrong with it, each with its place.
    ///
    /// `conditions` gives the link of a name, or throws what is wrong with that.
    public init(
        _ text: [UInt8],
        file: String,
        name: String,
        conditions: @escaping (String) throws -> LinkCondition
    ) throws {
        let document = try YAMLDocument(text, file: file)
        let log = YAMLProblemLog(file: file)
        guard let top = YAMLMapping(document, log: log) else {
            try log.finish()
            throw YAMLProblems([])
        }
        var reader = NetworkReader(log: log, conditions: conditions)
        self = reader.read(top, name: name)
        top.finish()
        try log.finish()
    }
}

/// Reads the mappings of a network's file.
struct NetworkReader {
    let log: YAMLProblemLog
    let conditions: (String) throws -> LinkCondition
    /// Where each segment and host stands, for what is found wrong when all are known.
    private var places: [String: (YAMLPosition, String)] = [:]

    init(log: YAMLProblemLog, conditions: @escaping (String) throws -> LinkCondition) {
        self.log = log
        self.conditions = conditions
    }

    mutating func read(_ top: YAMLMapping, name: String) -> NetworkDescription {
        var network = NetworkDescription(
            name: name,
            about: top.required("about", .text(upTo: 400)) ?? "",
            tags: top.values("tags", .text(upTo: 40)) ?? [],
            segments: [],
            hosts: []
        )
        if let networks = section("networks", of: top) {
            network.segments = networks.entries.compactMap { segment($0, networks) }
        }
        if let hosts = section("hosts", of: top) {
            network.hosts = hosts.entries.compactMap { host($0, hosts) }
        }
        NetworkRules(network, log: log, places: places).check()
        return network
    }

    private func section(_ key: String, of top: YAMLMapping) -> YAMLMapping? {
        guard let section = top.mapping(key), !section.entries.isEmpty else {
            if top.node(key) == nil {
                log.note("missing; accepted: a mapping of names", at: top.position, path: key)
            }
            return nil
        }
        return section
    }

    /// A name that can stand in a file of hosts and in a path.
    private func isName(_ entry: YAMLEntry, _ parent: YAMLMapping) -> Bool {
        let allowed = entry.key.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
        guard allowed, (1...32).contains(entry.key.utf8.count), entry.key.first != "-" else {
            log.note(
                "got \(quoted(entry.key)); accepted: a name of 1 to 32 of a-z, 0-9 and -",
                at: entry.keyPosition,
                path: parent.path
            )
            return false
        }
        return true
    }

    private mutating func segment(
        _ entry: YAMLEntry,
        _ parent: YAMLMapping
    ) -> NetworkDescription.Segment? {
        guard isName(entry, parent), let mapping = parent.mapping(entry.key) else {
            _ = parent.node(entry.key)
            return emptySegment(entry, parent)
        }
        places[entry.key] = (entry.keyPosition, mapping.path)
        var segment = NetworkDescription.Segment(name: entry.key)
        segment.device = mapping.value("device", .interfaceName) ?? "eth0"
        segment.isIsolated = mapping.value("isolated", .boolean) ?? false
        segment.hasIPv6 = mapping.value("ipv6", .boolean) ?? false
        segment.subnet = mapping.value("subnet", .privateSubnet)
        segment.router = mapping.mapping("router").flatMap { router($0) }
        mapping.finish()
        return segment
    }

    /// `internet:` with nothing behind it is an empty mapping.
    private mutating func emptySegment(
        _ entry: YAMLEntry,
        _ parent: YAMLMapping
    ) -> NetworkDescription.Segment? {
        guard entry.value.isNull else { return nil }
        places[entry.key] = (entry.keyPosition, parent.path(of: entry.key))
        return NetworkDescription.Segment(name: entry.key)
    }

    private func router(_ mapping: YAMLMapping) -> NetworkDescription.Router? {
        defer { mapping.finish() }
        let uplink = mapping.required("uplink", .text(upTo: 32))
        let isKernels = mapping.value("kind", .choice(RouterWord.self)) == .linux
        var natName: String?
        let kind: NetworkDescription.Router.Kind =
            isKernels ? kernel(mapping) : .ours(NATReader(log: log).nat(mapping, &natName))
        guard let uplink else { return nil }
        var router = NetworkDescription.Router(kind: kind, uplink: uplink)
        router.natName = natName
        if !isKernels {
            router.addressCount = mapping.value("addresses", .wholeNumber(1...32)) ?? 1
            router.exposedHost = mapping.value("exposes", .text(upTo: 32))
            (router.firewall, router.firewallName) = firewall(mapping)
        }
        (router.link, router.linkName) = link(mapping)
        return router
    }

    private func kernel(_ mapping: YAMLMapping) -> NetworkDescription.Router.Kind {
        .kernel(
            randomPorts: mapping.value("ports", .choice(KernelPortsWord.self)) == .random,
            dropsUnsolicited: mapping.value("unsolicited", .choice(UnsolicitedWord.self)) != .accept
        )
    }

    /// One word, or a word with what the refused get to know.
    private func firewall(_ mapping: YAMLMapping) -> (FirewallPolicy?, String?) {
        guard let node = mapping.node("firewall") else { return (nil, nil) }
        let form = ValueForm.choice(FirewallPreset.self)
        guard case .mapping = node.content else {
            let preset = mapping.value("firewall", form)
            return (preset?.policy(), preset?.rawValue)
        }
        guard let firewall = mapping.mapping("firewall") else { return (nil, nil) }
        defer { firewall.finish() }
        guard let preset = firewall.required("allows", form) else { return (nil, nil) }
        var policy = preset.policy()
        policy.outboundRefusal = firewall.value("refusal", .choice(FirewallRefusal.self)) ?? .drop
        return (policy, preset.rawValue)
    }

    /// The name of a condition, or the link itself.
    private func link(_ mapping: YAMLMapping) -> (NetworkWiring.LinkPair, String?) {
        guard let node = mapping.node("link") else { return (.init(), nil) }
        guard let name = node.text else {
            guard let link = mapping.mapping("link") else { return (.init(), nil) }
            defer { link.finish() }
            let reader = LinkReader { _ in throw TraceElsewhere() }
            return (reader.pair(link), nil)
        }
        do {
            return (try conditions(name).link, name)
        } catch {
            log.note("\(error)", at: node.position, path: mapping.path(of: "link"))
            return (.init(), nil)
        }
    }

    private mutating func host(_ entry: YAMLEntry, _ parent: YAMLMapping) -> NetworkDescription.Host? {
        guard isName(entry, parent), let mapping = parent.mapping(entry.key) else {
            _ = parent.node(entry.key)
            return nil
        }
        places[entry.key] = (entry.keyPosition, mapping.path)
        defer { mapping.finish() }
        let segments = mapping.values("in", .text(upTo: 32))
        if segments == nil {
            log.note(
                "missing; accepted: the name of a network, or a list of them",
                at: mapping.position,
                path: mapping.path(of: "in")
            )
        }
        var host = NetworkDescription.Host(name: entry.key, segments: segments ?? [])
        host.role = mapping.value("runs", .choice())
        host.addressCount = mapping.value("addresses", .wholeNumber(1...8)) ?? (host.role == .relay ? 2 : 1)
        (host.link, host.linkName) = link(mapping)
        return host
    }
}

/// A trace named inside a network's file, where no file is looked for.
private struct TraceElsewhere: Error, CustomStringConvertible {
    let description = "a trace belongs into a condition of its own (Topologies/conditions)"
}

private enum RouterWord: String, CaseIterable {
    case user
    case linux
}

private enum KernelPortsWord: String, CaseIterable {
    case preserved
    case random
}

private enum UnsolicitedWord: String, CaseIterable {
    case drop
    case accept
}

extension ValueForm where Value == String {
    /// The name of an interface, of which the kernel keeps 15 bytes.
    static var interfaceName: ValueForm {
        ValueForm(accepted: "an interface name such as eth0, wlan0 or cell0", placeholder: "NAME") {
            (text) throws(ValueHint) in
            let isClean = text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
            guard (1...12).contains(text.utf8.count), isClean, text != "lo" else { throw .none }
            if text.hasPrefix("tun") || text.hasPrefix("tap") {
                throw ValueHint("WebRTC takes tun and tap for a VPN")
            }
            return text
        }
    }

    /// A /24 of the private ranges.
    static var privateSubnet: ValueForm {
        ValueForm(
            accepted: "a /24 of RFC 1918 or 100.64.0.0/10, such as 192.168.1.0/24",
            placeholder: "PREFIX"
        ) {
            (text) throws(ValueHint) in
            let ranges = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"]
            guard let prefix = IPPrefix(text), prefix.length == 24,
                ranges.contains(where: { IPPrefix($0)?.contains(prefix.address) == true })
            else { throw .none }
            return text
        }
    }
}
