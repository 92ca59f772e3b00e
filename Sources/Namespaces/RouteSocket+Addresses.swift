internal import CNetlink
internal import Glibc
public import SansIO

extension RouteSocket {
    /// Gives an interface an address; an IPv6 address is usable at once (no duplicate address detection).
    public func addAddress(_ address: IPAddress, prefixLength: Int, to name: String) throws(KernelError) {
        try withAddress(address, prefixLength, of: name, "add \(address)/\(prefixLength) to \(name)") {
            rtnl_addr_add(socket, $0, 0)
        }
    }

    /// Takes an address from an interface.
    public func removeAddress(_ address: IPAddress, prefixLength: Int, from name: String) throws(KernelError)
    {
        try withAddress(address, prefixLength, of: name, "remove \(address)/\(prefixLength) from \(name)") {
            rtnl_addr_delete(socket, $0, 0)
        }
    }

    private func withAddress(
        _ address: IPAddress,
        _ prefixLength: Int,
        of name: String,
        _ action: String,
        _ perform: (OpaquePointer) -> CInt
    ) throws(KernelError) {
        guard let entry = rtnl_addr_alloc() else { throw KernelError(action, code: ENOMEM) }
        defer { rtnl_addr_put(entry) }
        guard let local = Self.netlinkAddress(address) else { throw KernelError(action, code: ENOMEM) }
        defer { nl_addr_put(local) }
        nl_addr_set_prefixlen(local, CInt(clamping: prefixLength))
        rtnl_addr_set_ifindex(entry, CInt(try linkIndex(name)))
        try Self.check(rtnl_addr_set_local(entry, local), action)
        if address.family == .v6 {
            rtnl_addr_set_flags(entry, UInt32(IFA_F_NODAD))
        }
        try Self.check(perform(entry), action)
    }

    /// libnl's form of an address; the caller puts it back.
    static func netlinkAddress(_ address: IPAddress) -> OpaquePointer? {
        var bytes = address.bytes
        let family = address.family == .v4 ? AF_INET : AF_INET6
        return nl_addr_build(family, &bytes, bytes.count)
    }
}
