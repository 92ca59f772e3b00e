import SansIO

/// The way of a packet over a segment: from a device or a router to the next.
extension Network {
    /// Whom a packet comes from on a segment.
    enum Origin: Equatable {
        case device(Int)
        /// A router's side on this segment.
        case router(Int)
        /// The segment's own router.
        case segment
    }

    /// Lets a packet that a device sends onto its link.
    mutating func enter(_ packet: PacketHandle, from device: Int, at now: Instant) {
        guard let content = try? IPPacket(reading: packets[packet]) else { return drop(packet, .malformed) }
        if let cut = devices[device].cut, cut.swallows(.up, peer: content.destination) {
            return drop(packet, .cut)
        }
        if devices[device].isProhibited {
            return refuse(
                packet,
                .administrativelyProhibited,
                .prohibited,
                on: devices[device].segment,
                at: now
            )
        }
        carry(packet, content, over: device, .up, on: devices[device].segment, at: now)
    }

    /// Goes on with what a link gives back.
    mutating func arrive(_ output: Link.Output, at index: Int, _ now: Instant) {
        switch output.output {
        case .dropped(let packet, let reason):
            if reason == .outOfMemory { drops.add(.outOfMemory) }
            packets.release(packet)
        case .delivered(let packet, let due, let comesAgain):
            var arrived = packet
            if comesAgain {
                guard let copy = packets.copy(packet) else { return drops.add(.outOfMemory) }
                arrived = copy
            }
            pass(arrived, from: index, output.direction, at: max(due, now))
        }
    }

    private mutating func pass(
        _ packet: PacketHandle,
        from index: Int,
        _ direction: LinkDirection,
        at now: Instant
    ) {
        let router = index - devices.count
        switch direction {
        case .up where router < 0:
            forward(packet, on: devices[index].segment, from: .device(index), at: now)
        case .up:
            forward(packet, on: routers[router].wiring.uplink, from: .router(router), at: now)
        case .down where router < 0:
            deliver(packet, to: index, now)
        case .down:
            crossInbound(packet, router, at: now)
        }
    }

    /// Carries a packet over a segment to whom it is for, or to the gateway.
    mutating func forward(_ packet: PacketHandle, on segment: Int, from origin: Origin, at now: Instant) {
        guard let content = try? IPPacket(reading: packets[packet]) else { return drop(packet, .malformed) }
        let destination = content.destination
        if destination.isMulticast || destination == IPAddress(v4: .max) {
            return spread(packet, on: segment, from: origin, at: now)
        }
        switch segments[segment].way(to: destination) {
        case .device(let device):
            if case .device = origin, !segments[segment].wiring.connectsDevices, !isRouter(device) {
                return drop(packet, .isolated)
            }
            reach(device, packet, content, on: segment, at: now)
        case .intoRouter(let router):
            guard origin != .router(router) else { return drop(packet, .noRoute) }
            carry(packet, content, over: devices.count + router, .down, on: segment, at: now)
        case .answered:
            guard content.becomeEchoReply() else { return drop(packet, .forRouter) }
            forward(packet, on: segment, from: .segment, at: now)
        case nil:
            leave(packet, content, segment, from: origin, at: now)
        }
    }

    /// Hands a packet that is for nobody on its segment to the gateway.
    private mutating func leave(
        _ packet: PacketHandle,
        _ content: IPPacket,
        _ segment: Int,
        from origin: Origin,
        at now: Instant
    ) {
        guard let gateway = segments[segment].wiring.gateway, origin != .router(gateway) else {
            return drop(packet, .noRoute)
        }
        guard let device = routers[gateway].namespaceDevice else {
            return crossOutbound(packet, gateway, at: now)
        }
        guard origin != .device(device) else { return drop(packet, .noRoute) }
        reach(device, packet, content, on: segment, at: now)
    }

    /// Gives a packet to a device, over its link.
    private mutating func reach(
        _ device: Int,
        _ packet: PacketHandle,
        _ content: IPPacket,
        on segment: Int,
        at now: Instant
    ) {
        if let cut = devices[device].cut, cut.swallows(.down, peer: content.source) {
            return drop(packet, .cut)
        }
        carry(packet, content, over: device, .down, on: segment, at: now)
    }

    /// Gives a copy of a group's packet to everybody else on a LAN.
    private mutating func spread(
        _ packet: PacketHandle,
        on segment: Int,
        from origin: Origin,
        at now: Instant
    ) {
        guard segments[segment].wiring.carriesMulticast, segments[segment].wiring.connectsDevices else {
            return drop(packet, .multicast)
        }
        for position in segments[segment].devices.indices {
            let device = segments[segment].devices[position]
            guard origin != .device(device), !isRouter(device) else { continue }
            guard let copy = packets.copy(packet) else {
                drops.add(.outOfMemory)
                break
            }
            offer(copy, to: device, .down, at: now)
        }
        packets.release(packet)
    }

    /// Whether a device is that of a router's namespace.
    private func isRouter(_ device: Int) -> Bool {
        for router in routers {
            guard case .namespace(let inside, let outside) = router.wiring.kind else { continue }
            if device == inside || device == outside { return true }
        }
        return false
    }
}
