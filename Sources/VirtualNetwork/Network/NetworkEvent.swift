public import SansIO

/// What happens to a network while programs use it, as far as it happens between the hosts.
///
/// What happens inside a host (an interface switched off, an address taken away, a route removed) its kernel
/// does; a change of addresses is told here too, so that packets find the new one.
public enum NetworkEvent: Hashable, Sendable {
    /// A link swallows these directions from now on, and nothing in the others.
    case blackhole(LinkName, Set<LinkDirection>)
    /// A link's other end is connected, or is not.
    case carrier(LinkName, Bool)
    /// A link has other conditions in one direction.
    case conditions(LinkName, LinkDirection, LinkConditions)
    /// A part of a device's traffic is swallowed; nil for none any more.
    case cut(device: Int, TrafficCut?)
    /// All that a device sends is refused with "administratively prohibited".
    case prohibited(device: Int, Bool)
    /// A device has these addresses and no others.
    case addresses(device: Int, [IPAddress])
    /// A router gives every flow another port.
    case rebindPorts(router: Int)
    /// A router has these addresses on its uplink, and its NAT with them; what it knew of flows is gone.
    case rebindAddress(router: Int, [IPAddress])
    /// A router is switched off; switched on again it has forgotten all flows.
    case power(router: Int, Bool)
    /// A router's firewall has other rules.
    case firewall(router: Int, FirewallPolicy)
}
