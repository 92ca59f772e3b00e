import STUN
import SansIO

/// ChannelBind: RFC 8656 §12.2.
extension TURNServer {
    mutating func channelBind(
        _ message: borrowing MessageView,
        _ request: AuthenticatedRequest,
        at now: Instant
    ) throws(Rejection) {
        let slot = try requireAllocation(request)
        guard let number = try message.required(ChannelNumber.self)?.rawValue,
            configuration.channelNumbers.contains(number),
            let peer = try message.required(XORPeerAddress.self)?.endpoint
        else { throw .badRequest }
        try requireUnconflicting(number, peer, in: slot, at: now)
        try requirePermittedPeer(peer, of: slot, request)
        try requireRoom(forPermissions: [peer.address], in: slot, at: now)
        try requireRoom(forChannel: number, in: slot, at: now)
        allocations[slot]?.pointee.channels.removeAll { $0.expiry <= now || $0.number == number }
        allocations[slot]?.pointee.channels.append(
            Channel(number: number, peer: peer, expiry: now + Channel.lifetime)
        )
        permit(peer.address, in: slot, at: now)
        succeed(request, at: now)
    }

    /// §12.2: a number stands for one peer, a peer has one number (400).
    private func requireUnconflicting(
        _ number: UInt16,
        _ peer: Endpoint,
        in slot: UInt32,
        at now: Instant
    ) throws(Rejection) {
        for channel in allocations[slot]?.pointee.channels ?? [] where channel.expiry > now {
            guard (channel.number == number) == (channel.peer == peer) else { throw .badRequest }
        }
    }

    private func requireRoom(
        forChannel number: UInt16,
        in slot: UInt32,
        at now: Instant
    ) throws(Rejection) {
        let others = (allocations[slot]?.pointee.channels ?? []).filter {
            $0.expiry > now && $0.number != number
        }
        guard others.count < configuration.channelsPerAllocation else { throw .insufficientCapacity }
    }
}
