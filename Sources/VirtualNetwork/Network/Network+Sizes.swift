import SansIO

/// Packets that do not fit into a link, and the errors that tell of it and of the rest.
extension Network {
    /// Offers a packet to a link; one that is too long is cut, or its sender is told.
    mutating func carry(
        _ packet: PacketHandle,
        _ content: IPPacket,
        over index: Int,
        _ direction: LinkDirection,
        on segment: Int,
        at now: Instant
    ) {
        let mtu =
            direction == .up ? links[index].link.up.conditions.mtu : links[index].link.down.conditions.mtu
        guard let mtu, packets[packet].count > mtu.bytes else {
            return offer(packet, to: index, direction, at: now)
        }
        if !content.mustNotBeFragmented {
            cut(packet, content, to: mtu.bytes, over: index, direction, at: now)
        } else if mtu.isReported {
            refuse(packet, .packetTooBig(nextHopMTU: UInt32(mtu.bytes)), .tooBig, on: segment, at: now)
        } else {
            offer(packet, to: index, direction, at: now)
        }
    }

    private mutating func cut(
        _ packet: PacketHandle,
        _ content: IPPacket,
        to mtu: Int,
        over index: Int,
        _ direction: LinkDirection,
        at now: Instant
    ) {
        var offset = 0
        while true {
            guard let piece = packets.reserve(mtu) else {
                drops.add(.outOfMemory)
                break
            }
            guard let written = content.piece(from: &offset, mtu: mtu, in: packets[piece]) else {
                packets.release(piece)
                break
            }
            packets.set(piece, to: written.buffer)
            offer(piece, to: index, direction, at: now)
        }
        packets.release(packet)
    }

    /// Drops a packet and tells its sender why, from the router that stands on this segment.
    mutating func refuse(
        _ packet: PacketHandle,
        _ error: ICMPError,
        _ reason: NetworkDrop,
        on segment: Int,
        at now: Instant
    ) {
        defer { drop(packet, reason) }
        guard let content = try? IPPacket(reading: packets[packet]),
            let router = routerAddress(content.family, on: segment)
        else { return }
        answer(content, error, from: router, on: segment, at: now)
    }

    /// Sends an ICMP error about a packet over a segment, towards the packet's sender.
    mutating func answer(
        _ content: IPPacket,
        _ error: ICMPError,
        from router: IPAddress,
        on segment: Int,
        at now: Instant
    ) {
        guard let slot = packets.reserve(content.family == .v4 ? 576 : 1280) else {
            return drops.add(.outOfMemory)
        }
        guard let message = error.answer(to: content, from: router, in: packets[slot]) else {
            return packets.release(slot)
        }
        packets.set(slot, to: message.buffer)
        forward(slot, on: segment, from: .segment, at: now)
    }

    private func routerAddress(_ family: IPAddress.Family, on segment: Int) -> IPAddress? {
        let wiring = segments[segment].wiring
        if let gateway = wiring.gateway, let address = routers[gateway].address(family, outside: false) {
            return address
        }
        for address in wiring.routerAddresses where address.family == family { return address }
        return nil
    }
}
