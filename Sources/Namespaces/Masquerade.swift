/// The NAT of the Linux kernel, as it stands in most home routers: `masquerade` on one interface.
///
/// IPv4 only. Filtering is address and port-dependent (RFC 4787 §5) in every variant.
public struct Masquerade: Hashable, Sendable {
    /// Which external port a mapping gets.
    public enum Ports: Hashable, Sendable, CaseIterable {
        /// The internal one unless another host has it: endpoint-independent mapping while ports do not clash.
        case preserved
        /// Another for each destination: address and port-dependent mapping.
        case random
    }

    /// The interface towards the internet.
    public var interface: String
    public var ports: Ports
    /// Packets from the internet that nobody inside asked for are dropped before they reach the router itself.
    ///
    /// Every real home router does that. Without it such a packet makes a conntrack entry of the router's own,
    /// which takes the port: the inside host's next packet to that peer then leaves from another one, and hole
    /// punching fails where it should not.
    public var dropsUnsolicited: Bool

    public init(on interface: String, ports: Ports = .preserved, dropsUnsolicited: Bool = true) {
        self.interface = interface
        self.ports = ports
        self.dropsUnsolicited = dropsUnsolicited
    }

    /// The rules for `PacketFilter.load`.
    public var rules: String {
        let nat = """
            table ip nat {
                chain leaving {
                    type nat hook postrouting priority srcnat;
                    oifname "\(interface)" masquerade\(ports == .random ? " fully-random" : "")
                }
            }

            """
        guard dropsUnsolicited else { return nat }
        return nat + """
            table ip unsolicited {
                chain forRouter {
                    type filter hook input priority filter;
                    iifname "\(interface)" ct state { new, invalid } drop
                }
                chain forInside {
                    type filter hook forward priority filter;
                    iifname "\(interface)" ct state { new, invalid } drop
                }
            }

            """
    }
}
