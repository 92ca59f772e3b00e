import STUN
import SansIO

/// ChannelBind: RFC 8656 §12.
extension TURNClient {
    func appendChannel(_ number: UInt16, to builder: inout MessageBuilder) {
        guard let channel = channel(number), let attribute = ChannelNumber(rawValue: number) else { return }
        builder.append(attribute)
        builder.append(XORPeerAddress(channel.peer))
    }

    func channel(_ number: UInt16) -> PeerChannel? {
        guard number >= ChannelNumber.range.lowerBound else { return nil }
        let index = Int(number - ChannelNumber.range.lowerBound)
        return index < channels.count ? channels[index] : nil
    }

    mutating func bind(_ peer: Endpoint, at now: Instant) {
        if let number = channelOfPeer[peer] {
            let index = Int(number - ChannelNumber.range.lowerBound)
            channels[index].isWanted = true
            if channels[index].isBound(at: now) { return emitBound(channels[index]) }
            if !channels[index].isRequested { requestChannel(number, at: now) }
            return
        }
        guard channels.count < ChannelNumber.range.count else {
            emit(.bindingFailed(peer, .outOfChannels))
            return
        }
        let number = ChannelNumber.range.lowerBound + UInt16(channels.count)
        channels.append(PeerChannel(number: number, peer: peer))
        channelOfPeer.set(peer, to: number)
        requestChannel(number, at: now)
    }

    mutating func requestChannel(_ number: UInt16, at now: Instant) {
        guard phase == .allocated else { return }
        channels[Int(number - ChannelNumber.range.lowerBound)].isRequested = true
        send(.channelBind(number), at: now)
    }

    mutating func completeChannel(_ number: UInt16, _ request: ClientRequest, at now: Instant) {
        let index = Int(number - ChannelNumber.range.lowerBound)
        channels[index].isRequested = false
        guard channels[index].isWanted else { return }
        let isNew = channels[index].expiry == nil
        channels[index].expiry = request.sentAt + Channel.lifetime
        timers.set(.channel(number), to: request.sentAt + RenewalSchedule.channel)
        completePermission(byChannelTo: channels[index].peer.address, request)
        if isNew { emitBound(channels[index]) }
    }

    /// The permission outlives the channel, if there was one, and has to be renewed by itself from now on.
    mutating func failChannel(_ number: UInt16, _ failure: PeerFailure, at now: Instant) {
        let index = Int(number - ChannelNumber.range.lowerBound)
        channels[index].isRequested = false
        channels[index].expiry = nil
        timers.cancel(.channel(number))
        guard channels[index].isWanted else { return }
        let address = channels[index].peer.address
        if permissions.contains(where: { $0.address == address && !$0.isRequested }) {
            renewPermission(address, at: now)
        }
        emit(.bindingFailed(channels[index].peer, failure))
    }

    mutating func renewChannel(_ number: UInt16, at now: Instant) {
        guard let channel = channel(number), channel.isWanted, !channel.isRequested else { return }
        requestChannel(number, at: now)
    }

    /// Whether a channel renews the permission for this address.
    func hasLiveChannel(to address: IPAddress, at now: Instant) -> Bool {
        channels.contains { $0.isWanted && $0.peer.address == address && $0.isBound(at: now) }
    }

    private mutating func emitBound(_ channel: PeerChannel) {
        guard let number = ChannelNumber(rawValue: channel.number) else { return }
        emit(.bound(channel.peer, number))
    }
}
