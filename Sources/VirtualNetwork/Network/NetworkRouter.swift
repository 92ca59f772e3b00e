import SansIO

/// A router of ours while it works: its NAT, its firewall, and whether it is switched on.
///
/// A class because values that cannot be copied cannot be in an array.
final class NetworkRouter {
    var wiring: NetworkWiring.Router
    var nat: NAT
    var firewall: Firewall
    let translates: Bool
    let filters: Bool
    var isOn = true

    /// The device that leads into it when it is a namespace of its own.
    let namespaceDevice: Int?

    init(_ wiring: NetworkWiring.Router, seed: UInt64) {
        self.wiring = wiring
        var behavior: NATBehavior?
        var policy: FirewallPolicy?
        switch wiring.kind {
        case .ours(let nat, let firewall):
            (behavior, policy) = (nat, firewall)
            namespaceDevice = nil
        case .namespace(let inside, _):
            namespaceDevice = inside
        }
        translates = behavior != nil
        filters = policy != nil
        nat = NAT(behavior ?? NATBehavior(), externalAddresses: Self.natAddresses(of: wiring), seed: seed)
        firewall = Firewall(policy ?? FirewallPolicy(), seed: seed &+ 1)
    }

    /// The outside addresses that are the NAT's, those with a static mapping left out.
    static func natAddresses(of wiring: NetworkWiring.Router) -> [IPAddress] {
        wiring.outsideAddresses.filter { address in
            address.family == .v4 && !wiring.staticMappings.contains { $0.outside == address }
        }
    }

    /// Its address of one version on one side, from which it sends ICMP errors.
    func address(_ family: IPAddress.Family, outside: Bool) -> IPAddress? {
        for address in outside ? wiring.outsideAddresses : wiring.insideAddresses
        where address.family == family {
            return address
        }
        return nil
    }
}
