public import SansIO

/// Whole packets, rewritten in place: flows, ICMP errors and fragments.
extension NAT {
    /// Where a packet goes after its translation.
    public enum Way: Hashable, Sendable {
        case outside
        case inside
        case dropped(NATDrop)
    }

    /// Translates a packet from inside; dropped packets are left as they were.
    public mutating func translateOutbound(_ packet: IPPacket, at now: Instant) -> Way {
        advance(to: now)
        do throws(NATDrop) {
            guard packet.family == .v4 else { throw .unsupported }
            guard !isExternal(packet.source) else { throw .spoofedSource }
            if packet.content == .laterFragment {
                return try follow(outboundFragments.value(for: key(of: packet), at: now), packet)
            }
            let original = packet.fragment.map { FragmentKey(packet, $0) }
            let way = try rewriteOutbound(packet, at: now)
            if let original { outboundFragments.set(original, to: FragmentPath(packet, way), at: now) }
            return way
        } catch {
            drops.add(error)
            return .dropped(error)
        }
    }

    /// Translates a packet from outside; dropped packets are left as they were.
    public mutating func translateInbound(_ packet: IPPacket, at now: Instant) -> Way {
        advance(to: now)
        do throws(NATDrop) {
            guard packet.family == .v4 else { throw .unsupported }
            if packet.content == .laterFragment {
                return try follow(inboundFragments.value(for: key(of: packet), at: now), packet)
            }
            let original = packet.fragment.map { FragmentKey(packet, $0) }
            try rewriteInbound(packet, at: now)
            if let original { inboundFragments.set(original, to: FragmentPath(packet, .inside), at: now) }
            return .inside
        } catch {
            drops.add(error)
            return .dropped(error)
        }
    }

    private mutating func rewriteOutbound(_ packet: IPPacket, at now: Instant) throws(NATDrop) -> Way {
        if case .error = packet.icmp?.kind { return try rewriteOutboundError(packet) }
        if case .echoReply = packet.icmp?.kind { throw .unsupported }
        let flow = try flow(of: packet)
        let translated: FlowKey
        let way: Way
        if isExternal(flow.destination.address) {
            (translated, way) = (try hairpinned(flow, packet.flags, at: now), .inside)
        } else {
            (translated, way) = (try leaving(flow, packet.flags, at: now), .outside)
        }
        packet.rewriteSource(to: translated.source)
        if way == .inside { packet.rewriteDestination(to: translated.destination) }
        return way
    }

    private mutating func rewriteInbound(_ packet: IPPacket, at now: Instant) throws(NATDrop) {
        if case .error = packet.icmp?.kind {
            let (icmp, quoted) = try quote(in: packet)
            guard packet.destination == quoted.source.address else { throw .malformed }
            let inside = try inward(quoted)
            icmp.rewriteQuotedSource(to: inside.quoted.source)
            return packet.rewriteDestination(to: Endpoint(inside.outer, 0))
        }
        if case .echoRequest = packet.icmp?.kind { throw .noMapping }
        let translated = try entering(try flow(of: packet), packet.flags, at: now)
        packet.rewriteDestination(to: translated.destination)
    }

    private mutating func rewriteOutboundError(_ packet: IPPacket) throws(NATDrop) -> Way {
        let (icmp, quoted) = try quote(in: packet)
        guard packet.destination == quoted.source.address else { throw .malformed }
        guard isExternal(packet.destination) else {
            let outside = try outward(quoted)
            icmp.rewriteQuotedDestination(to: outside.quoted.destination)
            packet.rewriteSource(to: Endpoint(outside.outer, 0))
            return .outside
        }
        let (source, inside) = try hairpinnedError(quoting: quoted)
        icmp.rewriteQuotedSource(to: inside.quoted.source)
        icmp.rewriteQuotedDestination(to: inside.quoted.destination)
        packet.rewriteSource(to: Endpoint(source, 0))
        packet.rewriteDestination(to: Endpoint(inside.outer, 0))
        return .inside
    }

    private func quote(in packet: IPPacket) throws(NATDrop) -> (ICMPMessage, FlowKey) {
        guard let icmp = packet.icmp, let flow = icmp.quoted?.flow else { throw .malformed }
        return (icmp, flow)
    }

    private func flow(of packet: IPPacket) throws(NATDrop) -> FlowKey {
        if case .malformed = packet.content { throw .malformed }
        guard let flow = packet.flow else { throw .unsupported }
        return flow
    }

    private func key(of packet: IPPacket) throws(NATDrop) -> FragmentKey {
        guard let fragment = packet.fragment else { throw .malformed }
        return FragmentKey(packet, fragment)
    }

    private func follow(_ path: FragmentPath?, _ packet: IPPacket) throws(NATDrop) -> Way {
        guard let path else { throw .fragmentWithoutFirst }
        packet.rewriteSource(to: Endpoint(path.source, 0))
        packet.rewriteDestination(to: Endpoint(path.destination, 0))
        return path.isInside ? .inside : .outside
    }
}

extension IPPacket {
    /// The flags of a TCP segment; none for other packets.
    var flags: TCPFlags { tcp?.flags ?? [] }
}
