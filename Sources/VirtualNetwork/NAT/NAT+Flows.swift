public import SansIO

extension NAT {
    /// Translates a flow's packet from inside.
    ///
    /// It leaves for the outside, or comes back in when it is for one of the NAT's own addresses. `flags` are
    /// those of a TCP segment.
    public mutating func outbound(_ flow: FlowKey, _ flags: TCPFlags = [], at now: Instant) -> Translation {
        advance(to: now)
        do throws(NATDrop) {
            if isExternal(flow.destination.address) {
                return .inside(try hairpinned(flow, flags, at: now))
            }
            return .outside(try leaving(flow, flags, at: now))
        } catch {
            drops.add(error)
            return .dropped(error)
        }
    }

    /// Translates a flow's packet from outside; it creates nothing.
    public mutating func inbound(_ flow: FlowKey, _ flags: TCPFlags = [], at now: Instant) -> Translation {
        advance(to: now)
        do throws(NATDrop) {
            return .inside(try entering(flow, flags, at: now))
        } catch {
            drops.add(error)
            return .dropped(error)
        }
    }

    /// The flow as the outside sees it, by the mapping it has or now gets.
    mutating func leaving(
        _ flow: FlowKey,
        _ flags: TCPFlags,
        at now: Instant
    ) throws(NATDrop) -> FlowKey {
        try requireTranslatable(flow)
        guard flow.protocol != .icmp || flow.destination.port == 0 else { throw .unsupported }
        guard !isExternal(flow.source.address) else { throw .spoofedSource }
        let index = try mapping(for: flow)
        let translated = FlowKey(flow.protocol, from: mappings[index].external, to: flow.destination)
        switch sessions.noteOutbound(translated, flags, owner: index, at: now) {
        case .known:
            break
        case .opened:
            mappings.addSession(to: index)
        case .full:
            if mappings.hasNoSession(index) { forget(index) }
            throw .tableFull
        }
        return translated
    }

    /// The flow as the inside host sees it, if the filter lets it pass.
    mutating func entering(
        _ flow: FlowKey,
        _ flags: TCPFlags,
        at now: Instant
    ) throws(NATDrop) -> FlowKey {
        try requireTranslatable(flow)
        guard flow.protocol != .icmp || flow.source.port == 0,
            let index = mappings.index(external: flow.destination, flow.protocol)
        else { throw .noMapping }
        guard sessions.admitInbound(flow, flags, at: now) else { throw .filtered }
        return FlowKey(flow.protocol, from: flow.source, to: mappings[index].internal)
    }

    /// The flow that an inside host gets from another one by way of an external endpoint.
    ///
    /// RFC 4787 §6. Sending creates the sender's state also when nobody or a filter is at the other end.
    /// Pings to the NAT itself are not for it but for its router.
    mutating func hairpinned(
        _ flow: FlowKey,
        _ flags: TCPFlags,
        at now: Instant
    ) throws(NATDrop) -> FlowKey {
        guard flow.protocol != .icmp else { throw .noMapping }
        guard !isExternal(flow.source.address) else { throw .spoofedSource }
        switch behavior.hairpin {
        case .none: throw .hairpinRefused
        case .external: return try entering(try leaving(flow, flags, at: now), flags, at: now)
        case .internal: return try entering(flow, flags, at: now)
        }
    }

    /// The mapping of an outbound flow, made if there is none.
    private mutating func mapping(for flow: FlowKey) throws(NATDrop) -> UInt32 {
        let key = behavior.mapping.narrowed(flow)
        if let index = mappings.index(internal: key) { return index }
        guard mappings.count < limits.mappings else { throw .tableFull }
        guard mappings.count(of: key.source.address) < limits.mappingsPerHost else { throw .hostLimit }
        guard let external = takePort(for: key) else { throw .portsExhausted }
        return mappings.insert(
            Mapping(protocol: key.protocol, internal: key.source, external: external, remote: key.destination)
        )
    }

    private func requireTranslatable(_ flow: FlowKey) throws(NATDrop) {
        guard flow.source.address.family == .v4, flow.destination.address.family == .v4 else {
            throw .unsupported
        }
        switch flow.protocol {
        case .udp, .tcp:
            guard flow.source.port != 0, flow.destination.port != 0 else { throw .malformed }
        case .icmp:
            break
        default:
            throw .unsupported
        }
    }
}
