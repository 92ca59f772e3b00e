import SansIO

extension NAT {
    /// Takes an external endpoint for a new mapping; nil when the addresses it may have are exhausted.
    mutating func takePort(for key: FlowKey) -> Endpoint? {
        if behavior.ports == .contiguous, let endpoint = takeNeighbour(of: key) { return endpoint }
        guard !externalAddresses.isEmpty else { return nil }
        switch behavior.pooling {
        case .paired:
            var mixed = (HostKey(address: key.source.address).flatHash ^ pairingSalt) &* 0xD6E8_FEB8_6659_FD93
            mixed ^= mixed >> 32
            let index = Int(truncatingIfNeeded: mixed % UInt64(externalAddresses.count))
            return takePort(for: key, of: externalAddresses[index])
        case .arbitrary:
            let first = Int.random(in: 0..<externalAddresses.count, using: &random)
            for step in 0..<externalAddresses.count {
                let address = externalAddresses[(first + step) % externalAddresses.count]
                if let endpoint = takePort(for: key, of: address) { return endpoint }
            }
            return nil
        }
    }

    private mutating func takePort(for key: FlowKey, of address: IPAddress) -> Endpoint? {
        guard let pool = poolIndex(key.protocol, address), let port = freePort(for: key, in: pool) else {
            return nil
        }
        portPools[pool].take(port)
        return Endpoint(address, port)
    }

    private mutating func freePort(for key: FlowKey, in pool: Int) -> UInt16? {
        let (range, wanted) = (portRange(for: key), key.source.port)
        if behavior.ports == .preserve, range.contains(wanted), portPools[pool].isFree(wanted) {
            return wanted
        }
        let start = UInt16.random(in: range, using: &random)
        if behavior.ports == .contiguous,
            let port = portPools[pool].firstFree(.pair(of: wanted), in: range, from: start)
        {
            return port
        }
        if behavior.ports != .random,
            let port = portPools[pool].firstFree(.parity(of: wanted), in: range, from: start)
        {
            return port
        }
        return portPools[pool].firstFree(.any, in: range, from: start)
    }

    /// The endpoint beside that of the neighbouring inside port, if there is such a mapping and it is free.
    private mutating func takeNeighbour(of key: FlowKey) -> Endpoint? {
        guard let neighbour = neighbour(of: key)?.external,
            let pool = poolIndex(key.protocol, neighbour.address),
            neighbour.port & 1 != key.source.port & 1
        else { return nil }
        let port = neighbour.port ^ 1
        guard portRange(for: key).contains(port), portPools[pool].isFree(port) else { return nil }
        portPools[pool].take(port)
        return Endpoint(neighbour.address, port)
    }

    /// The mapping of the other port of an RTP and RTCP pair, which may go to the other port of the remote.
    private func neighbour(of key: FlowKey) -> Mapping? {
        var other = key
        other.source.port ^= 1
        if behavior.mapping == .addressAndPortDependent {
            other.destination.port ^= 1
            if let index = mappings.index(internal: other) { return mappings[index] }
            other.destination.port ^= 1
        }
        return mappings.index(internal: other).map { mappings[$0] }
    }

    /// RFC 4787 REQ-3 a: ports below 1024 stay there, the others as well.
    private func portRange(for key: FlowKey) -> ClosedRange<UInt16> {
        if key.protocol == .icmp { return 0...65535 }
        if key.source.port < 1024 { return 1...1023 }
        return max(1, behavior.dynamicPorts.lowerBound)...max(1, behavior.dynamicPorts.upperBound)
    }
}
