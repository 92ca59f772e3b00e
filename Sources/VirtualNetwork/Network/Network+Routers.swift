import SansIO

/// The way of a packet through a router of ours.
extension Network {
    /// From its LAN to its uplink.
    mutating func crossOutbound(_ packet: PacketHandle, _ index: Int, at now: Instant) {
        let router = routers[index]
        guard router.isOn else { return drop(packet, .routerOff) }
        guard let content = try? IPPacket(reading: packets[packet]) else { return drop(packet, .malformed) }
        guard content.crossRouter() == .goesOn else {
            return refuse(packet, .timeExceeded, .expired, on: router.wiring.inside, at: now)
        }
        guard passesFirewall(packet, content, router, isOutbound: true, at: now) else { return }
        guard content.family == .v4 else { return leave(packet, content, index, at: now) }
        if let mapping = router.staticMapping(inside: content.source) {
            content.translateSource(to: mapping.outside)
            return leave(packet, content, index, at: now)
        }
        guard router.translates else { return leave(packet, content, index, at: now) }
        switch router.nat.translateOutbound(content, at: now) {
        case .outside: leave(packet, content, index, at: now)
        case .inside: forward(packet, on: router.wiring.inside, from: .router(index), at: now)
        case .dropped: packets.release(packet)
        }
    }

    /// Sends a translated packet up; what is for an outside address of the router itself turns back.
    private mutating func leave(_ packet: PacketHandle, _ content: IPPacket, _ index: Int, at now: Instant) {
        let router = routers[index]
        if router.staticMapping(outside: content.destination) != nil {
            return crossInbound(packet, index, at: now)
        }
        carry(
            packet,
            content,
            over: devices.count + index,
            .up,
            on: router.wiring.inside,
            outside: router,
            at: now
        )
    }

    /// As `carry` below it, but an error is about a packet that the NAT has changed already: it takes the way
    /// back through the NAT, which puts the quote right.
    private mutating func carry(
        _ packet: PacketHandle,
        _ content: IPPacket,
        over index: Int,
        _ direction: LinkDirection,
        on segment: Int,
        outside router: NetworkRouter,
        at now: Instant
    ) {
        guard let mtu = links[index].link.up.conditions.mtu, mtu.isReported, content.mustNotBeFragmented,
            packets[packet].count > mtu.bytes, router.translates || !router.wiring.staticMappings.isEmpty,
            let address = router.address(content.family, outside: true), content.family == .v4
        else { return carry(packet, content, over: index, direction, on: segment, at: now) }
        defer { drop(packet, .tooBig) }
        guard let slot = packets.reserve(576) else { return drops.add(.outOfMemory) }
        let error = ICMPError.packetTooBig(nextHopMTU: UInt32(mtu.bytes))
        guard let message = error.answer(to: content, from: address, in: packets[slot]) else {
            return packets.release(slot)
        }
        packets.set(slot, to: message.buffer)
        crossInbound(slot, index - devices.count, at: now)
    }

    /// From its uplink to its LAN.
    mutating func crossInbound(_ packet: PacketHandle, _ index: Int, at now: Instant) {
        let router = routers[index]
        guard router.isOn else { return drop(packet, .routerOff) }
        guard let content = try? IPPacket(reading: packets[packet]) else { return drop(packet, .malformed) }
        let mapping = router.staticMapping(outside: content.destination)
        if mapping == nil, router.wiring.outsideAddresses.contains(content.destination),
            case .echoRequest = content.icmp?.kind
        {
            guard content.becomeEchoReply() else { return drop(packet, .forRouter) }
            return carry(
                packet,
                content,
                over: devices.count + index,
                .up,
                on: router.wiring.uplink,
                at: now
            )
        }
        guard content.crossRouter() == .goesOn else {
            return refuse(packet, .timeExceeded, .expired, on: router.wiring.uplink, at: now)
        }
        if let mapping {
            content.translateDestination(to: mapping.inside)
        } else if content.family == .v4, router.translates {
            guard case .inside = router.nat.translateInbound(content, at: now) else {
                return packets.release(packet)
            }
        }
        guard passesFirewall(packet, content, router, isOutbound: false, at: now) else { return }
        forward(packet, on: router.wiring.inside, from: .router(index), at: now)
    }

    /// Asks the firewall, and drops what does not pass.
    private mutating func passesFirewall(
        _ packet: PacketHandle,
        _ content: IPPacket,
        _ router: NetworkRouter,
        isOutbound: Bool,
        at now: Instant
    ) -> Bool {
        guard router.filters, content.family == .v6 || router.wiring.filtersIPv4 else { return true }
        let verdict =
            isOutbound
            ? router.firewall.inspectOutbound(content, at: now)
            : router.firewall.inspectInbound(content, at: now)
        switch verdict {
        case .passed:
            return true
        case .dropped:
            packets.release(packet)
        case .rejected:
            let segment = isOutbound ? router.wiring.inside : router.wiring.uplink
            refuse(packet, .administrativelyProhibited, .prohibited, on: segment, at: now)
        }
        return false
    }
}

extension NetworkRouter {
    func staticMapping(inside address: IPAddress) -> NetworkWiring.Router.StaticMapping? {
        for mapping in wiring.staticMappings where mapping.inside == address { return mapping }
        return nil
    }

    func staticMapping(outside address: IPAddress) -> NetworkWiring.Router.StaticMapping? {
        for mapping in wiring.staticMappings where mapping.outside == address { return mapping }
        return nil
    }
}

extension IPPacket {
    /// Puts another source address in, in an ICMP error also that of the packet it is about.
    fileprivate func translateSource(to address: IPAddress) {
        if let icmp, let quoted = icmp.quoted, let port = quoted.flow?.destination.port {
            icmp.rewriteQuotedDestination(to: Endpoint(address, port))
        }
        rewriteSource(to: Endpoint(address, flow?.source.port ?? 0))
    }

    fileprivate func translateDestination(to address: IPAddress) {
        if let icmp, let quoted = icmp.quoted, let port = quoted.flow?.source.port {
            icmp.rewriteQuotedSource(to: Endpoint(address, port))
        }
        rewriteDestination(to: Endpoint(address, flow?.destination.port ?? 0))
    }
}
