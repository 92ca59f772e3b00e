public import SansIO

/// The firewalls that keep calls from being direct.
public enum FirewallPreset: String, Hashable, Sendable, ConfigurationWord {
    /// Everything out, only answers in: the firewall of an IPv6 home, a company, a cloud.
    case stateful
    /// No UDP at all.
    case udpBlocked = "udp-blocked"
    /// TCP to port 443 and nothing else.
    case tcp443Only = "tcp-443-only"
    /// TCP to an HTTP proxy and nothing else.
    case httpProxyOnly = "http-proxy-only"

    public static var subject: String { "firewall" }

    /// What the firewall lets through; `proxies` are those of `httpProxyOnly`, which without one lets
    /// nothing through.
    public func policy(proxies: [Endpoint] = []) -> FirewallPolicy {
        switch self {
        case .stateful:
            FirewallPolicy()
        case .udpBlocked:
            FirewallPolicy([FirewallRule(.refuse, .udp)])
        case .tcp443Only:
            FirewallPolicy([FirewallRule(.pass, .tcp, ports: 443...443)], otherwise: .refuse)
        case .httpProxyOnly:
            FirewallPolicy(proxies.map(Self.rule(for:)), otherwise: .refuse)
        }
    }

    private static func rule(for proxy: Endpoint) -> FirewallRule {
        let address = IPPrefix(proxy.address, length: proxy.address.family.bitCount)
        return FirewallRule(.pass, .tcp, addresses: address, ports: proxy.port...proxy.port)
    }
}
