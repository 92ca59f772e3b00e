public import SansIO
public import VirtualNetwork

/// A network with everything decided: addresses, interfaces, and the wiring that the engine carries out.
public struct NetworkPlan: Sendable {
    public let description: NetworkDescription
    /// The hosts and, behind them, the routers that are namespaces.
    public let hosts: [HostPlan]
    public let wiring: NetworkWiring
    /// By device: "ipad/wlan0".
    public let deviceNames: [String]
    /// By router: the segment it leads out of.
    public let routerNames: [String]
    private let addresses: AddressPlan

    /// Plans a network; `condition`, if there is one, replaces the sender's access link.
    public init(_ description: NetworkDescription, condition: NetworkWiring.LinkPair? = nil) {
        var description = description
        if let condition { description.setAccessLink(condition) }
        self.description = description
        addresses = AddressPlan(description)
        var draft = PlanDraft(description, addresses)
        draft.addSegments()
        draft.addHosts()
        draft.addRouters()
        hosts = draft.hosts
        wiring = draft.wiring
        deviceNames = draft.deviceNames
        routerNames = draft.routerNames
    }

    /// The address by which other networks reach a host: its own on the internet, its own outside address, or
    /// none.
    public func publicAddress(of name: String, _ family: IPAddress.Family = .v4) -> IPAddress? {
        publicAddresses(of: name).first { $0.family == family }
    }

    /// All addresses by which other networks reach a host.
    public func publicAddresses(of name: String) -> [IPAddress] {
        guard let index = description.hosts.firstIndex(where: { $0.name == name }) else { return [] }
        let host = description.hosts[index]
        return host.segments.enumerated().flatMap { place, segmentName -> [IPAddress] in
            let own = addresses.hosts[index][place]
            guard let segment = description.segment(segmentName), let router = segment.router else {
                return own
            }
            let routed = own.filter { $0.family == .v6 }
            guard router.exposedHost == name,
                let number = description.segments.firstIndex(where: { $0.name == segmentName }),
                let exposed = addresses.outside[number]?.last(where: { $0.family == .v4 })
            else { return routed }
            return [exposed] + routed
        }
    }

    /// The addresses of all hosts with a role, as others reach them.
    public func addresses(of role: NetworkDescription.Role) -> [IPAddress] {
        description.hosts.filter { $0.role == role }.flatMap { publicAddresses(of: $0.name) }
    }
}

extension NetworkDescription {
    /// Puts another link between the sender's network and its uplink, or in front of a sender on the internet.
    fileprivate mutating func setAccessLink(_ link: NetworkWiring.LinkPair) {
        let index = hosts.firstIndex { $0.role == .sender } ?? 0
        guard hosts.indices.contains(index), let first = hosts[index].segments.first,
            let place = segments.firstIndex(where: { $0.name == first })
        else { return }
        if segments[place].router == nil {
            hosts[index].link = link
        } else {
            segments[place].router?.link = link
        }
    }
}

extension NetworkPlan {
    /// The prefixes of the segment of that number.
    func prefixes(ofSegment number: Int) -> [IPPrefix] { addresses.segments[number].prefixes }
}
