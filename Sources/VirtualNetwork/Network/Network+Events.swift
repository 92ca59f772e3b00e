public import SansIO

/// What happens while packets cross.
extension Network {
    /// Lets an event happen now.
    public mutating func handle(_ event: NetworkEvent, at now: Instant) {
        advance(to: now)
        switch event {
        case .blackhole(let name, let directions):
            change(name) { $0.handle(.blackhole(directions), at: now) }
        case .carrier(let name, let isConnected):
            change(name) { $0.handle(.carrier(isConnected), at: now) }
        case .conditions(let name, let direction, let conditions):
            change(name) { $0.handle(.changed(direction, conditions), at: now) }
        case .cut(let device, let cut):
            devices[device].cut = cut
        case .prohibited(let device, let isProhibited):
            devices[device].isProhibited = isProhibited
        case .addresses(let device, let addresses):
            move(device, to: addresses)
        case .rebindPorts(let router):
            routers[router].nat.rebindPorts(at: now)
        case .rebindAddress(let router, let addresses):
            move(routers[router], router, to: addresses, at: now)
        case .power(let router, let isOn):
            switchPower(of: routers[router], isOn, at: now)
        case .firewall(let router, let policy):
            routers[router].firewall.changePolicy(to: policy, at: now)
        }
        advance(to: now)
    }

    /// One of its links, to look at: conditions, counters, the log of fates.
    public func fates(of name: LinkName, _ direction: LinkDirection) -> FateLog {
        let link = links[index(of: name)]
        return direction == .up ? link.link.up.log : link.link.down.log
    }

    /// The conditions of a link's direction.
    public func conditions(of name: LinkName, _ direction: LinkDirection) -> LinkConditions {
        let link = links[index(of: name)]
        return direction == .up ? link.link.up.conditions : link.link.down.conditions
    }

    /// A number that two networks share when every packet on every link met the same fate.
    public var fateHash: UInt64 {
        var hash: UInt64 = 0
        for box in links {
            for log in [box.link.up.log, box.link.down.log] {
                hash = (hash ^ log.hash) &* 0x9E37_79B9_7F4A_7C15
                hash ^= hash >> 29
            }
        }
        return hash
    }

    private func index(of name: LinkName) -> Int {
        switch name {
        case .device(let device): device
        case .router(let router): devices.count + router
        }
    }

    private mutating func change(_ name: LinkName, _ event: (inout Link) -> Void) {
        let index = index(of: name)
        event(&links[index].link)
        noteDeadline(of: index)
    }

    private mutating func move(_ device: Int, to addresses: [IPAddress]) {
        let segment = devices[device].segment
        for address in devices[device].addresses { segments[segment].remove(address) }
        for address in addresses { segments[segment].add(address, .device(device)) }
        devices[device].addresses = addresses
    }

    private mutating func move(
        _ router: NetworkRouter,
        _ index: Int,
        to addresses: [IPAddress],
        at now: Instant
    ) {
        let segment = router.wiring.uplink
        for address in router.wiring.outsideAddresses { segments[segment].remove(address) }
        for address in addresses { segments[segment].add(address, .intoRouter(index)) }
        router.wiring.outsideAddresses = addresses
        router.nat.changeAddresses(to: NetworkRouter.natAddresses(of: router.wiring), at: now)
        router.firewall.reboot(at: now)
    }

    private func switchPower(of router: NetworkRouter, _ isOn: Bool, at now: Instant) {
        if isOn, !router.isOn {
            router.nat.reboot(at: now)
            router.firewall.reboot(at: now)
        }
        router.isOn = isOn
    }
}
