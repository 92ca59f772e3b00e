internal import CNetlink
internal import Glibc

extension RouteSocket {
    /// Makes a pair of connected Ethernet devices, one here and one in the namespace behind `descriptor`.
    ///
    /// Returns the index of the one here. Both are down.
    func addVethPair(_ name: String, peer: String, in descriptor: CInt) throws(KernelError) -> Int {
        let action = "make the veth pair \(name)-\(peer)"
        guard let link = rtnl_link_veth_alloc() else { throw KernelError(action, code: ENOMEM) }
        defer { rtnl_link_veth_release(link) }
        guard let other = rtnl_link_veth_get_peer(link) else {
            throw KernelError(action, code: ENOMEM)
        }
        defer { rtnl_link_put(other) }
        rtnl_link_set_name(link, name)
        rtnl_link_set_name(other, peer)
        rtnl_link_set_ns_fd(other, descriptor)
        try Self.check(rtnl_link_add(socket, link, NLM_F_CREATE | NLM_F_EXCL), action)
        return try linkIndex(name)
    }

    /// Makes a bridge, down.
    func addBridge(_ name: String) throws(KernelError) {
        try Self.check(rtnl_link_bridge_add(socket, name), "make the bridge \(name)")
    }

    /// Deletes the link `index`, and with one end of a veth pair the other.
    func deleteLink(_ index: Int) throws(KernelError) {
        let action = "delete link \(index)"
        guard let link = rtnl_link_alloc() else { throw KernelError(action, code: ENOMEM) }
        defer { rtnl_link_put(link) }
        rtnl_link_set_ifindex(link, CInt(index))
        try Self.check(rtnl_link_delete(socket, link), action)
    }

    /// Switches an interface on.
    public func setUp(_ name: String) throws(KernelError) {
        try change(name, "set \(name) up") { rtnl_link_set_flags($0, UInt32(IFF_UP)) }
    }

    /// Switches an interface off; its IPv6 addresses and its routes go with that.
    public func setDown(_ name: String) throws(KernelError) {
        try change(name, "set \(name) down") { rtnl_link_unset_flags($0, UInt32(IFF_UP)) }
    }

    /// Sets the largest IP packet an interface carries, in bytes.
    public func setMTU(_ bytes: Int, of name: String) throws(KernelError) {
        try change(name, "set the MTU of \(name) to \(bytes)") {
            rtnl_link_set_mtu($0, UInt32(clamping: bytes))
        }
    }

    /// Sets how many packets wait for whoever reads a TUN device.
    public func setQueueLength(_ packets: Int, of name: String) throws(KernelError) {
        try change(name, "set the queue of \(name) to \(packets) packets") {
            rtnl_link_set_txqlen($0, UInt32(clamping: packets))
        }
    }

    /// How many packets the kernel has dropped in front of an interface, since it was made.
    public func droppedCount(of name: String) throws(KernelError) -> UInt64 {
        let link = try link(name)
        defer { rtnl_link_put(link) }
        return rtnl_link_get_stat(link, RTNL_LINK_TX_DROPPED)
    }

    /// Makes an interface a port of a bridge.
    func connect(_ name: String, toBridge bridge: String) throws(KernelError) {
        let index = try linkIndex(bridge)
        try change(name, "connect \(name) to the bridge \(bridge)") {
            rtnl_link_set_master($0, CInt(index))
        }
    }

    /// The names of the links, in the order of their indices.
    public func linkNames() throws(KernelError) -> [String] {
        var cache: OpaquePointer?
        try Self.check(rtnl_link_alloc_cache(socket, AF_UNSPEC, &cache), "list the links")
        guard let cache = cache else { return [] }
        defer { nl_cache_free(cache) }
        var names: [(CInt, String)] = []
        var object = nl_cache_get_first(cache)
        while let link = object {
            if let name = rtnl_link_get_name(link) {
                names.append((rtnl_link_get_ifindex(link), String(cString: name)))
            }
            object = nl_cache_get_next(link)
        }
        return names.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The index of an interface.
    func linkIndex(_ name: String) throws(KernelError) -> Int {
        let link = try link(name)
        defer { rtnl_link_put(link) }
        return Int(rtnl_link_get_ifindex(link))
    }

    private func link(_ name: String) throws(KernelError) -> OpaquePointer {
        var link: OpaquePointer?
        try Self.check(rtnl_link_get_kernel(socket, 0, name, &link), "find the interface \(name)")
        guard let link = link else { throw KernelError("find the interface \(name)", code: ENODEV) }
        return link
    }

    private func change(
        _ name: String,
        _ action: String,
        _ set: (OpaquePointer) -> Void
    ) throws(KernelError) {
        let before = try link(name)
        defer { rtnl_link_put(before) }
        guard let wanted = rtnl_link_alloc() else { throw KernelError(action, code: ENOMEM) }
        defer { rtnl_link_put(wanted) }
        set(wanted)
        try Self.check(rtnl_link_change(socket, before, wanted, 0), action)
    }
}
