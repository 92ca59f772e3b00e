import STUN
import SansIO

/// From the client to its peers: Send indications (RFC 8656 §11.2) and ChannelData (§12.6).
///
/// The packet path: nothing here allocates, and nothing here answers.
extension TURNServer {
    mutating func relayChannelData(
        _ packet: PacketBuffer,
        from client: Client,
        at now: Instant
    ) -> Forward? {
        guard let (number, payload) = ChannelData.parse(packet) else {
            counters.malformed += 1
            return nil
        }
        guard let slot = allocations.slot(of: client),
            let peer = allocations[slot]?.pointee.channel(number, at: now)?.peer
        else {
            counters.unpermittedUp += 1
            return nil
        }
        return relayToPeer(payload, peer, from: slot, dontFragment: false, at: now)
    }

    mutating func relaySendIndication(
        _ message: borrowing MessageView,
        in packet: PacketBuffer,
        from client: Client,
        at now: Instant
    ) -> Forward? {
        guard let peer = try? message.attribute(XORPeerAddress.self)?.endpoint,
            let data = message.value(of: .data),
            !message.hasUnknownAttributes(knownBy: Self.isKnown)
        else {
            counters.malformed += 1
            return nil
        }
        guard let slot = allocations.slot(of: client) else {
            counters.unpermittedUp += 1
            return nil
        }
        let dontFragment = message.contains(.dontFragment)
        return relayToPeer(packet.slice(data), peer, from: slot, dontFragment: dontFragment, at: now)
    }

    /// The permission stands before the channel (RFC 8656 §9: 300 s against 600 s), and the policy is asked
    /// again, because a permission has no port: an own relayed address passes only where an allocation lives.
    private mutating func relayToPeer(
        _ payload: PacketBuffer,
        _ peer: Endpoint,
        from slot: UInt32,
        dontFragment: Bool,
        at now: Instant
    ) -> Forward? {
        guard let allocation = allocations[slot],
            let relayed = allocation.pointee.relayed(peer.address.family),
            allocation.pointee.permits(peer.address, at: now)
        else {
            counters.unpermittedUp += 1
            return nil
        }
        guard allocation.pointee.uplink.admit(payload.count, at: now) else {
            counters.overBandwidth += 1
            return nil
        }
        if let denial = denialWhenSending(to: peer) {
            countDenied(peer, denial, from: slot, at: now)
            return nil
        }
        allocation.pointee.relayedUp.add(payload.count)
        counters.relayedUp.add(payload.count)
        if let other = allocations.slot(relayed: peer) {
            // Both ends of the path are ours: no reason to go through the kernel.
            return deliver(payload, from: relayed, to: other, at: now)
        }
        let id = AllocationID(slot: slot, generation: allocation.pointee.generation)
        let relay = id.relay(peer.address.family)
        return .toPeer(relay, localForm(of: peer), payload, dontFragment: dontFragment)
    }

    private func denialWhenSending(to peer: Endpoint) -> PeerPolicy.Denial? {
        if peer.port == 0 { return .portZero }
        if configuration.peerPolicy.isRelayed(peer.address) {
            return livePorts.contains(peer) ? nil : .noRelayAtPort
        }
        return configuration.peerPolicy.denial(of: peer.address)
    }

    private mutating func countDenied(
        _ peer: Endpoint,
        _ denial: PeerPolicy.Denial,
        from slot: UInt32,
        at now: Instant
    ) {
        counters.deniedPeers += 1
        // A flood of denied packets writes one line a second, not one each.
        if let last = denialLoggedAt, now - last < .seconds(1) { return }
        denialLoggedAt = now
        guard let allocation = allocations[slot] else { return }
        let user = TimeLimitedUsername(allocation.pointee.username)?.user ?? allocation.pointee.username
        emit(.event(.peerDenied(allocation.pointee.client, user: user, peer: peer, denial)))
    }

    /// Behind a 1:1 NAT our own relayed addresses are reached by their inner form: the NAT may not hairpin.
    private func localForm(of peer: Endpoint) -> Endpoint {
        let addresses = configuration.relayAddresses
        for index in addresses.indices where addresses[index].advertised == peer.address {
            return Endpoint(addresses[index].local, peer.port)
        }
        return peer
    }

    /// The opposite: a packet of our own other worker comes from the inner form.
    func advertisedForm(of peer: Endpoint) -> Endpoint {
        let addresses = configuration.relayAddresses
        for index in addresses.indices where addresses[index].local == peer.address {
            return Endpoint(addresses[index].advertised, peer.port)
        }
        return peer
    }
}
