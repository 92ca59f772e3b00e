public import SansIO

extension RelayConfiguration {
    /// The addresses to listen on, given those of the machine's interfaces.
    ///
    /// Without `listen` these are all but loopback and link-local ones. 0.0.0.0 and :: in `listen` stand for
    /// those of their family, since an answer must leave from the very address that the request came to.
    public func listeningAddresses(among interfaces: [IPAddress]) -> [IPAddress] {
        let usable = interfaces.filter { !$0.isLoopback && !$0.isLinkLocal && !$0.isUnspecified }
        var result: [IPAddress] = []
        for address in listen.isEmpty ? usable : listen {
            let meant = address.isUnspecified ? usable.filter { $0.family == address.family } : [address]
            result += meant.filter { !result.contains($0) && !alternateListen.contains($0) }
        }
        return result
    }

    /// The addresses to open relay sockets on, given those of the machine's interfaces.
    public func relayingAddresses(among interfaces: [IPAddress]) -> [IPAddress] {
        relayAddresses.isEmpty ? listeningAddresses(among: interfaces) : relayAddresses
    }

    /// The address that clients and peers are told for a relay socket on `local`.
    ///
    /// A rule that names the local address goes before one for the whole family.
    public func advertisedAddress(for local: IPAddress) -> IPAddress {
        let rules = externalAddresses.filter { $0.covers(local) }
        return (rules.first { $0.local != nil } ?? rules.first)?.advertised ?? local
    }

    /// How many allocations fit on `addressCount` relay addresses.
    public func allocationCapacity(relayAddressCount addressCount: Int) -> Int {
        let ports = relayPorts.count * max(addressCount, 1)
        return min(limits.allocations ?? ports, ports)
    }
}
