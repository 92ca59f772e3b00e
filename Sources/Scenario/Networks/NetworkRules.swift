internal import SansIO
internal import YAML

/// What must hold between the parts of a network's description.
struct NetworkRules {
    private let network: NetworkDescription
    private let log: YAMLProblemLog
    private let places: [String: (YAMLPosition, String)]

    init(
        _ network: NetworkDescription,
        log: YAMLProblemLog,
        places: [String: (YAMLPosition, String)]
    ) {
        self.network = network
        self.log = log
        self.places = places
    }

    /// Notes all that does not hold.
    func check() {
        checkUplinks()
        checkCycles()
        if !network.segments.isEmpty { checkBackbone() }
        for host in network.hosts { check(host) }
        checkExposedHosts()
    }

    private var segmentNames: [String] { network.segments.map(\.name) }

    private func note(_ message: String, _ name: String, _ key: String) {
        let (position, path) = places[name] ?? (.start, "")
        log.note(message, at: position, path: key.isEmpty ? path : "\(path).\(key)")
    }

    private func checkUplinks() {
        for segment in network.segments {
            guard let uplink = segment.router?.uplink, !segmentNames.contains(uplink) else { continue }
            note(unknown("network", uplink, segmentNames), segment.name, "router.uplink")
        }
    }

    /// An uplink that leads back to where it came from.
    private func checkCycles() {
        for segment in network.segments {
            var seen = [segment.name]
            var place = segment
            while let uplink = place.router?.uplink, let next = network.segment(uplink) {
                if seen.contains(next.name) {
                    let circle = (seen + [next.name]).joined(separator: " → ")
                    note("the uplinks lead round in a circle: \(circle)", segment.name, "router.uplink")
                    break
                }
                seen.append(next.name)
                place = next
            }
        }
    }

    private func checkBackbone() {
        let backbones = network.segments.filter { $0.router == nil }
        guard backbones.count != 1 else { return }
        let found =
            backbones.isEmpty ? "none" : backbones.map(\.name).joined(separator: ", ")
        let name = backbones.last?.name ?? segmentNames.first ?? ""
        note(
            "one network, the internet, has to be without a router; \(found) is",
            name,
            ""
        )
    }

    private func check(_ host: NetworkDescription.Host) {
        for (index, name) in host.segments.enumerated() {
            if !segmentNames.contains(name) { note(unknown("network", name, segmentNames), host.name, "in") }
            if host.segments[..<index].contains(name) {
                note("\(quoted(name)) stands there twice", host.name, "in")
            }
        }
        if segmentNames.contains(host.name) {
            note("a network is called \(quoted(host.name)) already", host.name, "")
        }
        let devices = host.segments.compactMap { network.segment($0)?.device }
        for (index, device) in devices.enumerated() where devices[..<index].contains(device) {
            note(
                "two of its networks call their device \(device); give one of them another, such as cell0",
                host.name,
                "in"
            )
        }
    }

    private func checkExposedHosts() {
        for segment in network.segments {
            guard let exposed = segment.router?.exposedHost else { continue }
            let inside = network.hosts.filter { $0.segments.contains(segment.name) }.map(\.name)
            if !inside.contains(exposed) {
                note(unknown("host of this network", exposed, inside), segment.name, "router.exposes")
            }
        }
    }

    private func unknown(_ kind: String, _ name: String, _ accepted: [String]) -> String {
        let guess = NearestName.match(for: name, among: accepted).map { ", did you mean \"\($0)\"?" } ?? ""
        return "there is no \(kind) \(quoted(name))\(guess) (there are: \(accepted.joined(separator: ", ")))"
    }
}
