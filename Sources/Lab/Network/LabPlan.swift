public import SansIO
public import Scenario
public import VirtualNetwork

/// All that a network needs to be built: hosts, and the wiring between their interfaces.
public struct LabPlan: Sendable {
    public var hosts: [HostPlan]
    public var wiring: NetworkWiring
    /// Where the backend is: what goes there is signaling, all else is media.
    public var signalingAddresses: Set<IPAddress> = []
    /// Hosts of the lab's own, from which routers are looked at.
    var provers: [ProverPlan] = []
    /// Gives the conditions of a name, for those that change while the network is up.
    public var condition: @Sendable (String) throws -> NetworkWiring.LinkPair

    public init(
        hosts: [HostPlan],
        wiring: NetworkWiring,
        signalingAddresses: Set<IPAddress> = [],
        condition: @escaping @Sendable (String) throws -> NetworkWiring.LinkPair = { name in
            throw UnknownCondition(name: name)
        }
    ) {
        self.hosts = hosts
        self.wiring = wiring
        self.signalingAddresses = signalingAddresses
        self.condition = condition
    }

    /// The link by which a device's network is connected: that of the first router in front of it, or its own
    /// where there is none of ours.
    public func accessLink(of device: Int) -> LinkName {
        let segment = wiring.segments[wiring.devices[device].segment]
        guard let router = segment.gateway, case .ours = wiring.routers[router].kind else {
            guard let router = segment.gateway, case .namespace(_, let outside) = wiring.routers[router].kind
            else { return .device(device) }
            return .device(outside)
        }
        return .router(router)
    }

    /// What a link does to packets at the start.
    public func conditions(of link: LinkName) -> NetworkWiring.LinkPair {
        switch link {
        case .device(let device): wiring.devices[device].link
        case .router(let router): wiring.routers[router].link
        }
    }
}

/// A name that is none of a condition's.
public struct UnknownCondition: Error, Hashable, CustomStringConvertible {
    public let name: String

    public init(name: String) {
        self.name = name
    }

    public var description: String { "there is no condition \"\(name)\"" }
}
