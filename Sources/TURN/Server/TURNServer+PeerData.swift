import STUN
import SansIO

/// From a peer to the client: RFC 8656 §11.3 and §12.5, and what ICMP says about a peer (§11.5).
///
/// The packet path: nothing here allocates.
extension TURNServer {
    mutating func relayToClient(
        _ payload: PacketBuffer,
        from peer: Endpoint,
        by relay: RelayPort,
        at now: Instant
    ) -> Forward? {
        guard let slot = liveSlot(relay) else { return nil }
        return deliver(payload, from: advertisedForm(of: peer), to: slot, at: now)
    }

    /// Frames a peer's packet for the client: the permission first, then the channel, else a Data indication.
    mutating func deliver(
        _ payload: PacketBuffer,
        from peer: Endpoint,
        to slot: UInt32,
        at now: Instant
    ) -> Forward? {
        guard let allocation = allocations[slot], allocation.pointee.permits(peer.address, at: now) else {
            counters.unpermittedDown += 1
            return nil
        }
        guard allocation.pointee.downlink.admit(payload.count, at: now) else {
            counters.overBandwidth += 1
            return nil
        }
        let client = allocation.pointee.client
        let message: PacketBuffer
        if let channel = allocation.pointee.channel(to: peer, at: now) {
            guard payload.count <= UInt16.max else {
                counters.oversized += 1
                return nil
            }
            message = ChannelData.frame(payload, channel: channel.number, padded: client.isStream)
        } else {
            guard DataIndication.fits(payload, family: peer.address.family) else {
                counters.oversized += 1
                return nil
            }
            let id = TransactionID.random(using: &indicationIDs)
            message = DataIndication.frame(payload, from: peer, transactionID: id)
        }
        allocation.pointee.relayedDown.add(payload.count)
        counters.relayedDown.add(payload.count)
        return .toClient(client, message)
    }

    /// RFC 8656 §11.5: the client is told of an unreachable peer that it has a permission for.
    ///
    /// The allocation lives on whatever ICMP says.
    mutating func tellUnreachable(
        _ peer: Endpoint,
        _ error: ICMPError,
        by relay: RelayPort,
        at now: Instant
    ) {
        let peer = advertisedForm(of: peer)
        guard let slot = liveSlot(relay), error.isRelayed(in: peer.address.family),
            let allocation = allocations[slot], allocation.pointee.permits(peer.address, at: now)
        else { return }
        var builder = MessageBuilder(MessageType(.data, .indication), .random(using: &indicationIDs))
        builder.append(XORPeerAddress(peer))
        builder.append(ICMPAttribute(error))
        // A peer's ICMP errors are no reason to let go of a client that is slow for a moment.
        emit(.notice(allocation.pointee.client, builder.bytes))
    }

    /// The slot of the allocation that `relay` belongs to, unless that one has ended since.
    private func liveSlot(_ relay: RelayPort) -> UInt32? {
        guard allocations[relay.allocation]?.pointee.generation == relay.generation else { return nil }
        return relay.allocation
    }
}
