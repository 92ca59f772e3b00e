internal import CNetlink
internal import Glibc
public import SansIO

extension RouteSocket {
    /// Sends what is for `destination` to the router `gateway`, through the interface `name`.
    ///
    /// Of several routes to one destination the one with the lowest metric is taken; a table other than the
    /// main one is looked into only where a rule says so.
    public func addRoute(
        to destination: IPPrefix,
        via gateway: IPAddress? = nil,
        through name: String,
        metric: Int = 0,
        table: Int? = nil
    ) throws(KernelError) {
        let router = gateway.map { " via \($0)" } ?? ""
        let action = "add the route to \(destination)\(router) through \(name)"
        try withRoute(to: destination, via: gateway, through: name, metric, table, action) {
            rtnl_route_add(socket, $0, NLM_F_EXCL)
        }
    }

    /// Takes back what `addRoute` did with the same arguments.
    public func removeRoute(
        to destination: IPPrefix,
        via gateway: IPAddress? = nil,
        through name: String,
        metric: Int = 0,
        table: Int? = nil
    ) throws(KernelError) {
        let action = "remove the route to \(destination) through \(name)"
        try withRoute(to: destination, via: gateway, through: name, metric, table, action) {
            rtnl_route_delete(socket, $0, 0)
        }
    }

    private func withRoute(
        to destination: IPPrefix,
        via gateway: IPAddress?,
        through name: String,
        _ metric: Int,
        _ table: Int?,
        _ action: String,
        _ perform: (OpaquePointer) -> CInt
    ) throws(KernelError) {
        guard let route = rtnl_route_alloc(), let hop = rtnl_route_nh_alloc() else {
            throw KernelError(action, code: ENOMEM)
        }
        // From here the route owns the hop.
        rtnl_route_add_nexthop(route, hop)
        defer { rtnl_route_put(route) }
        rtnl_route_nh_set_ifindex(hop, CInt(try linkIndex(name)))
        if metric > 0 { rtnl_route_set_priority(route, UInt32(clamping: metric)) }
        if let table { rtnl_route_set_table(route, UInt32(clamping: table)) }
        if let gateway {
            guard let address = Self.netlinkAddress(gateway) else {
                throw KernelError(action, code: ENOMEM)
            }
            rtnl_route_nh_set_gateway(hop, address)
            nl_addr_put(address)
        }
        guard let target = Self.netlinkAddress(destination.address) else {
            throw KernelError(action, code: ENOMEM)
        }
        defer { nl_addr_put(target) }
        nl_addr_set_prefixlen(target, CInt(destination.length))
        try Self.check(rtnl_route_set_dst(route, target), action)
        try Self.check(perform(route), action)
    }

    /// Lets what is from `source` be routed by a table of its own.
    ///
    /// So a host with two uplinks sends from each of its addresses through the interface that has it.
    public func addRule(from source: IPAddress, table: Int) throws(KernelError) {
        try withRule(from: source, table, "route what is from \(source) by table \(table)") {
            rtnl_rule_add(socket, $0, NLM_F_EXCL)
        }
    }

    /// Takes back what `addRule` did.
    public func removeRule(from source: IPAddress, table: Int) throws(KernelError) {
        try withRule(from: source, table, "remove the rule for \(source)") {
            rtnl_rule_delete(socket, $0, 0)
        }
    }

    private func withRule(
        from source: IPAddress,
        _ table: Int,
        _ action: String,
        _ perform: (OpaquePointer) -> CInt
    ) throws(KernelError) {
        guard let rule = rtnl_rule_alloc(), let address = Self.netlinkAddress(source) else {
            throw KernelError(action, code: ENOMEM)
        }
        defer {
            nl_addr_put(address)
            rtnl_rule_put(rule)
        }
        rtnl_rule_set_family(rule, source.family == .v4 ? AF_INET : AF_INET6)
        rtnl_rule_set_table(rule, UInt32(clamping: table))
        // FR_ACT_TO_TBL
        rtnl_rule_set_action(rule, 1)
        try Self.check(rtnl_rule_set_src(rule, address), action)
        try Self.check(perform(rule), action)
    }
}
