public import SansIO

/// What happens to NATs while a connection lives.
extension NAT {
    /// Loses all state, as by a reboot; in-range ports may come back the same, pairings may not.
    public mutating func reboot(at now: Instant) {
        advance(to: now)
        loseState()
        heldPortsEnd = nil
        portPools = Self.portPools(for: externalAddresses)
        pairingSalt = random.next()
    }

    /// Loses all state and gives every flow another port than it had, port preservation or not.
    ///
    /// The ports that were in use are held back for as long as an idle TCP connection may live.
    public mutating func rebindPorts(at now: Instant) {
        advance(to: now)
        loseState()
        for pool in portPools.indices { portPools[pool].holdUsed() }
        let timeouts = behavior.timeouts
        let longest = max(timeouts.udp, timeouts.tcpEstablished, timeouts.tcpTransitory, timeouts.icmpQuery)
        heldPortsEnd = now + longest
    }

    /// Gets other addresses on the outside, as after a new lease; all state is lost with the old ones.
    public mutating func changeAddresses(to addresses: [IPAddress], at now: Instant) {
        externalAddresses = addresses
        reboot(at: now)
    }

    private mutating func loseState() {
        let seed = random.next()
        mappings = MappingTable(seed: seed)
        sessions = Self.sessionTable(behavior, limits, seed: seed)
        outboundFragments = FragmentTable(capacity: limits.fragmentedPackets, seed: seed)
        inboundFragments = FragmentTable(capacity: limits.fragmentedPackets, seed: seed)
    }
}
