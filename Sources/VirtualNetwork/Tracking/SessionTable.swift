import SansIO

/// Which remote endpoints may send to which local ones, because of what was sent to them.
///
/// NAT and firewall share it: local is the external endpoint of a mapping to the one, the inside host's
/// endpoint to the other. Only outbound packets create entries. UDP and ICMP echo have one entry for each
/// remote that the filter tells apart, with a timer of its own. TCP has one for each connection, and besides,
/// where the filter lets others open connections too, a *permission* that lives as long as one of them.
///
/// Refreshing writes an expiry into the entry; the timer is set anew only when it has rung.
struct SessionTable: ~Copyable {
    /// What an outbound packet found.
    enum Opening {
        case known
        case opened
        /// The table holds as many entries as it may.
        case full
    }

    private let filtering: EndpointDependence
    private let timeouts: FlowTimeouts
    private let refreshesInbound: Bool
    private let capacity: Int
    private var indices: FlatTable<FlowKey, UInt32>
    private var slots: [Session] = []
    private var freeSlots: [UInt32] = []
    private var timers = TimerTable<UInt32>()

    init(
        filtering: EndpointDependence,
        timeouts: FlowTimeouts,
        refreshesInbound: Bool,
        capacity: Int,
        seed: UInt64
    ) {
        self.filtering = filtering
        self.timeouts = timeouts
        self.refreshesInbound = refreshesInbound
        self.capacity = capacity
        indices = FlatTable(seed: seed)
    }

    /// The number of entries.
    var count: Int { indices.count }

    /// Takes in a packet from a local to a remote endpoint.
    mutating func noteOutbound(
        _ flow: FlowKey,
        _ flags: TCPFlags,
        owner: UInt32,
        at now: Instant
    ) -> Opening {
        let key = flow.protocol == .tcp ? flow : filtering.narrowed(flow)
        if let index = indices[key] {
            slots[Int(index)].progress.noteOutbound(flags)
            refresh(index, at: now)
            return .known
        }
        let permission = permissionKey(for: flow)
        let needed = permission.map { indices[$0] == nil ? 2 : 1 } ?? 1
        guard count + needed <= capacity else { return .full }
        let index = insert(Session(key: key, owner: owner))
        slots[Int(index)].progress.noteOutbound(flags)
        refresh(index, at: now)
        if let permission {
            let held = indices[permission] ?? insert(Session(key: permission, owner: owner))
            slots[Int(held)].connectionCount += 1
        }
        return .opened
    }

    /// Whether a packet from a remote to a local endpoint passes; it creates nothing.
    mutating func admitInbound(_ flow: FlowKey, _ flags: TCPFlags, at now: Instant) -> Bool {
        let outbound = flow.reversed
        guard flow.protocol == .tcp else {
            guard let index = indices[filtering.narrowed(outbound)] else { return false }
            if refreshesInbound { refresh(index, at: now) }
            return true
        }
        if let index = indices[outbound] {
            slots[Int(index)].progress.noteInbound(flags)
            refresh(index, at: now)
            return true
        }
        guard flags.contains(.syn), !flags.contains(.ack), let permission = permissionKey(for: outbound)
        else { return false }
        return indices[permission] != nil
    }

    /// Whether a packet from this local to this remote endpoint can have been sent lately, or have come back.
    func knows(_ flow: FlowKey) -> Bool {
        if indices[flow.protocol == .tcp ? flow : filtering.narrowed(flow)] != nil { return true }
        guard let permission = permissionKey(for: flow) else { return false }
        return indices[permission] != nil
    }

    /// Removes a session whose time is over and says whose it was; nil when there is none left.
    mutating func popExpired(at now: Instant) -> UInt32? {
        while let index = timers.popDue(at: now) {
            let session = slots[Int(index)]
            guard session.expiry <= now else {
                setTimer(index, to: session.expiry)
                continue
            }
            remove(index)
            if let permission = permissionKey(for: session.key), let held = indices[permission] {
                slots[Int(held)].connectionCount -= 1
                if slots[Int(held)].connectionCount == 0 { remove(held) }
            }
            return session.owner
        }
        return nil
    }

    /// The key of what lets others open connections; nil where the filter lets nobody, and but for TCP.
    private func permissionKey(for flow: FlowKey) -> FlowKey? {
        guard flow.protocol == .tcp, filtering != .addressAndPortDependent else { return nil }
        return filtering.narrowed(flow)
    }

    private mutating func refresh(_ index: UInt32, at now: Instant) {
        let session = slots[Int(index)]
        let timeout =
            switch session.key.protocol {
            case .tcp: session.progress.isEstablished ? timeouts.tcpEstablished : timeouts.tcpTransitory
            case .udp: timeouts.udp
            default: timeouts.icmpQuery
            }
        slots[Int(index)].expiry = now + timeout
        if now + timeout < session.alarm { setTimer(index, to: now + timeout) }
    }

    private mutating func setTimer(_ index: UInt32, to alarm: Instant) {
        slots[Int(index)].alarm = alarm
        timers.set(index, to: alarm)
    }

    private mutating func insert(_ session: Session) -> UInt32 {
        let index: UInt32
        if let free = freeSlots.popLast() {
            index = free
            slots[Int(free)] = session
        } else {
            index = UInt32(slots.count)
            slots.append(session)
        }
        indices.set(session.key, to: index)
        return index
    }

    private mutating func remove(_ index: UInt32) {
        indices.remove(slots[Int(index)].key)
        freeSlots.append(index)
    }
}
