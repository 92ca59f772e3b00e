import STUN
import SansIO

/// To and from the peers: Send and Data indications (RFC 8656 §11) and ChannelData (§12).
///
/// The packet path: nothing here allocates.
extension TURNClient {
    /// By the channel when there is one, else in a Send indication; both are written around the packet.
    mutating func send(_ payload: PacketBuffer, to peer: Endpoint, at now: Instant) {
        if !unrequested.isEmpty { requestPermissions(at: now) }
        guard phase == .allocated, allowsSending(to: peer.address, at: now) else {
            counters.unpermitted += 1
            return
        }
        if let number = channelOfPeer[peer], let channel = channel(number), channel.isBound(at: now) {
            guard payload.count <= UInt16.max else {
                counters.oversized += 1
                return
            }
            emit(.toServer(ChannelData.frame(payload, channel: number, padded: isStream)))
            return
        }
        let dontFragment = configuration.dontFragment
        guard SendIndication.fits(payload, to: peer, dontFragment: dontFragment) else {
            counters.oversized += 1
            return
        }
        let message = SendIndication.frame(
            payload,
            to: peer,
            transactionID: .random(using: &indicationIDs),
            dontFragment: dontFragment
        )
        emit(.toServer(message))
    }

    private func allowsSending(to address: IPAddress, at now: Instant) -> Bool {
        for permission in permissions where permission.address == address {
            return permission.allowsSending(at: now)
        }
        return false
    }

    /// RFC 8656 §12: the first two bits tell STUN from ChannelData, everything else is dropped.
    mutating func receive(_ packet: PacketBuffer, at now: Instant) {
        guard packet.count >= 4 else {
            counters.malformed += 1
            return
        }
        switch packet[0] >> 6 {
        case 0: receiveMessage(packet, at: now)
        case 1: receiveChannelData(packet)
        default: counters.malformed += 1
        }
    }

    private mutating func receiveMessage(_ packet: PacketBuffer, at now: Instant) {
        let message: MessageView
        do throws(MessageError) {
            message = try MessageView(packet.bytes)
        } catch {
            counters.malformed += 1
            return
        }
        guard !message.hasFingerprint || message.verifyFingerprint() else {
            counters.malformed += 1
            return
        }
        switch (message.type.messageClass, message.type.method) {
        case (.indication, .data): receiveDataIndication(message, in: packet)
        case (.success, _), (.error, _): receiveResponse(message, at: now)
        default: counters.malformed += 1
        }
    }

    /// Data by a channel (§12.6), which the server may use before its answer to the ChannelBind has come.
    private mutating func receiveChannelData(_ packet: PacketBuffer) {
        guard let (number, payload) = ChannelData.parse(packet) else {
            counters.malformed += 1
            return
        }
        guard phase == .allocated, let channel = channel(number), channel.isWanted else {
            counters.unexpected += 1
            return
        }
        emit(.received(from: channel.peer, payload))
    }

    /// §11.4: data, or what ICMP said about a packet of ours; from peers that we asked to hear only.
    private mutating func receiveDataIndication(_ message: borrowing MessageView, in packet: PacketBuffer) {
        guard let peer = try? message.attribute(XORPeerAddress.self)?.endpoint,
            !message.hasUnknownAttributes(knownBy: { $0 == .xorPeerAddress || $0 == .data })
        else {
            counters.malformed += 1
            return
        }
        guard phase == .allocated, permissions.contains(where: { $0.address == peer.address }) else {
            counters.unexpected += 1
            return
        }
        if let data = message.value(of: .data) {
            emit(.received(from: peer, packet.slice(data)))
        } else if let error = try? message.attribute(ICMPAttribute.self)?.message {
            emit(.unreachable(peer, error))
        } else {
            counters.malformed += 1
        }
    }
}
