extension Sysctl {
    /// Keeps one interface of the calling thread's namespace from sending anything by itself.
    ///
    /// No link-local address is made (`addr_gen_mode` 1), so that no neighbour and no group is asked for;
    /// without IPv6 there is nothing of it at all.
    public static func keepQuiet(_ interface: String, hasIPv6: Bool) throws(KernelError) {
        try set("net/ipv6/conf/\(interface)/addr_gen_mode", to: 1)
        try set("net/ipv6/conf/\(interface)/disable_ipv6", to: hasIPv6 ? 0 : 1)
        if hasIPv6 { try set("net/ipv6/conf/\(interface)/keep_addr_on_down", to: 0) }
    }

    /// How long the calling thread's namespace remembers an idle UDP flow that it translates, in seconds.
    public static func setUDPTimeouts(unanswered: Int, answered: Int) throws(KernelError) {
        try set("net/netfilter/nf_conntrack_udp_timeout", to: unanswered)
        try set("net/netfilter/nf_conntrack_udp_timeout_stream", to: answered)
    }
}
