internal import Namespaces
internal import Scenario

extension KernelRouter {
    /// Loads the rules into the router's namespace.
    func setUp(in namespace: NetworkNamespace) throws {
        let masquerade = Masquerade(
            on: uplink,
            ports: randomPorts ? .random : .preserved,
            dropsUnsolicited: dropsUnsolicited
        )
        try PacketFilter(of: namespace).load(masquerade.rules)
        try namespace.enter {
            try Sysctl.setUDPTimeouts(unanswered: udpTimeouts.unanswered, answered: udpTimeouts.answered)
        }
    }
}
