internal import Namespaces
internal import SansIO
internal import Scenario

/// What an interface of a host has at the moment.
struct InterfaceState {
    private let plan: HostPlan.Interface
    var addresses: [InterfaceAddress]
    var isUp = true
    var hasRoute = true

    init(_ plan: HostPlan.Interface) {
        self.plan = plan
        addresses = plan.addresses
    }

    /// The routing table for what is from its own addresses; 0 to 99 are left to the system.
    private static func table(_ position: Int) -> Int { 100 + position }

    /// How much a route is liked less than those of the interfaces before it; metric 0 would mean 1024 to
    /// IPv6.
    private static func metric(_ position: Int) -> Int { 100 * (position + 1) }

    /// Switches it on; the calling thread is in the host's namespace.
    func bringUp(with route: borrowing RouteSocket, position: Int, of host: HostPlan) throws {
        try Sysctl.keepQuiet(plan.name, hasIPv6: addresses.contains { $0.address.family == .v6 })
        try route.setMTU(plan.mtu, of: plan.name)
        // The kernel's own 500 would overflow while the engine does something else, and lose packets unseen.
        try route.setQueueLength(4000, of: plan.name)
        try route.setUp(plan.name)
        try addAddresses(with: route, position: position, of: host)
    }

    /// Switches it off: the kernel takes its routes and its IPv6 addresses, we take the rest.
    func bringDown(with route: borrowing RouteSocket, position: Int) throws {
        for entry in addresses where entry.address.family == .v4 {
            try? route.removeRule(from: entry.address, table: Self.table(position))
            try route.removeAddress(entry.address, prefixLength: entry.prefixLength, from: plan.name)
        }
        for entry in addresses where entry.address.family == .v6 {
            try? route.removeRule(from: entry.address, table: Self.table(position))
        }
        try route.setDown(plan.name)
    }

    func addAddresses(with route: borrowing RouteSocket, position: Int, of host: HostPlan) throws {
        for entry in addresses {
            try route.addAddress(entry.address, prefixLength: entry.prefixLength, to: plan.name)
            if host.interfaces.count > 1, host.router == nil {
                try route.addRule(from: entry.address, table: Self.table(position))
            }
        }
        if hasRoute { try addRoutes(with: route, position: position) }
    }

    func removeAddresses(with route: borrowing RouteSocket, position: Int) throws {
        if hasRoute { try removeRoutes(with: route, position: position) }
        for entry in addresses {
            try? route.removeRule(from: entry.address, table: Self.table(position))
            try route.removeAddress(entry.address, prefixLength: entry.prefixLength, from: plan.name)
        }
    }

    /// Routes for all destinations, in the main table and in the one for its own addresses.
    func addRoutes(with route: borrowing RouteSocket, position: Int) throws {
        for gateway in usableGateways {
            let all = gateway.everything
            try route.addRoute(
                to: all,
                via: gateway,
                through: plan.name,
                metric: Self.metric(position)
            )
            try route.addRoute(to: all, via: gateway, through: plan.name, table: Self.table(position))
        }
    }

    func removeRoutes(with route: borrowing RouteSocket, position: Int) throws {
        for gateway in usableGateways {
            let all = gateway.everything
            try? route.removeRoute(
                to: all,
                via: gateway,
                through: plan.name,
                metric: Self.metric(position)
            )
            try? route.removeRoute(to: all, via: gateway, through: plan.name, table: Self.table(position))
        }
    }

    /// Those of the versions of which it has an address.
    private var usableGateways: [IPAddress] {
        plan.gateways.filter { gateway in addresses.contains { $0.address.family == gateway.family } }
    }
}

extension IPAddress {
    /// The prefix of all addresses of its version.
    fileprivate var everything: IPPrefix {
        IPPrefix(.unspecified(family), length: 0) ?? IPPrefix(covering: self)
    }
}

extension IPPrefix {
    /// One address alone.
    fileprivate init(covering address: IPAddress) {
        guard let prefix = IPPrefix(address, length: address.family.bitCount) else {
            preconditionFailure("no prefix of all bits")
        }
        self = prefix
    }
}
