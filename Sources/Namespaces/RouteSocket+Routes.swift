internal import CNetlink
internal import Glibc
public import SansIO

extension RouteSocket {
    /// Sends what is for `destination` to the router `gateway`, through the interface `name`.
    public func addRoute(
        to destination: IPPrefix,
        via gateway: IPAddress? = nil,
        through name: String
    ) throws(KernelError) {
        let router = gateway.map { " via \($0)" } ?? ""
        let action = "add the route to \(destination)\(router) through \(name)"
        guard let route = rtnl_route_alloc(), let hop = rtnl_route_nh_alloc() else {
            throw KernelError(action, code: ENOMEM)
        }
        // From here the route owns the hop.
        rtnl_route_add_nexthop(route, hop)
        defer { rtnl_route_put(route) }
        rtnl_route_nh_set_ifindex(hop, CInt(try linkIndex(name)))
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
        try Self.check(rtnl_route_add(socket, route, NLM_F_EXCL), action)
    }
}
