internal import SansIO

/// The file of hosts of each host: whom it can reach by which name.
///
/// All names end in `.castlab.test`. WebRTC asks for them with a dot at the end, which the C library looks up in
/// the file as it is.
struct HostsText {
    static let domain = "castlab.test"

    private let network: NetworkDescription
    private let addresses: AddressPlan

    init(_ network: NetworkDescription, _ addresses: AddressPlan) {
        self.network = network
        self.addresses = addresses
    }

    /// The text for the host of that number.
    func text(for reader: Int) -> String {
        var lines = ["127.0.0.1 localhost", "::1 localhost"]
        for index in network.hosts.indices {
            for address in reachable(index, from: reader) {
                let names = names(of: network.hosts[index])
                lines.append("\(address) \(names.joined(separator: " "))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func names(of host: NetworkDescription.Host) -> [String] {
        var names = [host.name]
        if host.role == .relay, !names.contains("relay") { names.append("relay") }
        if host.role == .backend, !names.contains("app") { names.append("app") }
        return names.flatMap { ["\($0).\(Self.domain)", "\($0).\(Self.domain)."] } + [host.name]
    }

    /// One address of each version: that of a segment both are on, else one that the internet reaches.
    private func reachable(_ index: Int, from reader: Int) -> [IPAddress] {
        let host = network.hosts[index]
        var found: [IPAddress] = []
        for (place, name) in host.segments.enumerated() {
            let isShared = network.hosts[reader].segments.contains(name)
            for address in isShared ? addresses.hosts[index][place] : fromElsewhere(index, place, name)
            where !found.contains(where: { $0.family == address.family }) {
                found.append(address)
            }
        }
        return found
    }

    private func fromElsewhere(_ index: Int, _ place: Int, _ segment: String) -> [IPAddress] {
        let own = addresses.hosts[index][place]
        guard let number = network.segments.firstIndex(where: { $0.name == segment }),
            let router = network.segments[number].router
        else { return own }
        let routed = own.filter { $0.family == .v6 }
        guard router.exposedHost == network.hosts[index].name,
            let exposed = addresses.outside[number]?.last(where: { $0.family == .v4 })
        else { return routed }
        return [exposed] + routed
    }
}
