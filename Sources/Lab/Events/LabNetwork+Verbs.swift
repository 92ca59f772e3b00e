public import SansIO
public import Scenario
internal import VirtualNetwork

/// What happens to hosts while programs run on them.
extension LabNetwork {
    /// Lets a verb happen to a host now, to one of its interfaces or to all, and tells when it did.
    ///
    /// Steps that come later, as in a switch of uplinks, are the caller's to time: see `UplinkSwitch.steps`.
    @discardableResult
    public func perform(_ verb: HostVerb, on host: LabHost, interface: String? = nil) throws -> Instant {
        let devices = try devices(of: host, interface)
        switch verb {
        case .blackhole(let directions):
            return tell(devices.map { .blackhole(.device($0), directions) })
        case .carrier(let isOn):
            for name in try names(of: host, interface) { try host.setCarrier(isOn, name) }
            return tell(devices.map { .carrier(.device($0), isOn) })
        case .interface(let isOn):
            for name in try names(of: host, interface) { try host.setUp(isOn, name) }
            return tell([])
        case .addressRemoved:
            return try setAddresses([], of: host, interface)
        case .addressRestored:
            return try setAddresses(host.interface(interface).addresses, of: host, interface)
        case .addressReplaced(let address):
            return try replaceAddress(of: host, interface, by: address)
        case .route(let isThere):
            for name in try names(of: host, interface) { try host.setRoute(isThere, name) }
            return tell([])
        case .prohibited(let isOn):
            return tell(devices.map { .prohibited(device: $0, isOn) })
        case .signalingCut(let directions):
            return try cut(.withThese, directions, devices)
        case .mediaCut(let directions):
            return try cut(.withOthers, directions, devices)
        case .portRebound:
            return tell([.rebindPorts(router: try router(of: host, interface))])
        case .addressRebound(let address):
            return try rebindAddress(of: try router(of: host, interface), to: address)
        case .power(let isOn):
            let router = try router(of: host, interface)
            if isOn { try rebindAddress(of: router, to: nil) }
            return tell([.power(router: router, isOn)])
        case .condition(let name):
            return try setCondition(name, of: host, interface)
        case .uplinkSwitched(let change):
            guard let step = change.steps.first else { return tell([]) }
            return try perform(step.verb, on: host, interface: step.interface)
        }
    }

    /// Lets events happen one right after the other; the time is that of the first.
    @discardableResult
    private func tell(_ events: [NetworkEvent]) -> Instant {
        var first: Instant?
        for event in events {
            let time = engine.handle(event, in: number)
            first = first ?? time
        }
        return first ?? engine.now
    }

    private func names(of host: LabHost, _ interface: String?) throws -> [String] {
        guard let interface else { return host.plan.interfaces.map(\.name) }
        return [try host.interface(interface).name]
    }

    private func devices(of host: LabHost, _ interface: String?) throws -> [Int] {
        guard let interface else { return host.plan.interfaces.map(\.device) }
        return [try host.interface(interface).device]
    }

    /// The router of ours that is between a host's interface and its uplink.
    private func router(of host: LabHost, _ interface: String?) throws -> Int {
        let device = try host.interface(interface).device
        let segment = plan.wiring.devices[device].segment
        guard let router = plan.wiring.segments[segment].gateway,
            case .ours = plan.wiring.routers[router].kind
        else { throw VerbImpossible("\(host.plan.name) has no router of the lab's own in front of it") }
        return router
    }

    private func setAddresses(
        _ addresses: [InterfaceAddress],
        of host: LabHost,
        _ interface: String?
    ) throws -> Instant {
        try host.setAddresses(addresses, interface)
        let device = try host.interface(interface).device
        return tell([.addresses(device: device, addresses.map(\.address))])
    }

    private func replaceAddress(
        of host: LabHost,
        _ interface: String?,
        by wanted: IPAddress?
    ) throws -> Instant {
        let old = try host.addresses(of: interface)
        let family = wanted?.family ?? .v4
        guard let replaced = old.first(where: { $0.address.family == family }) else {
            throw VerbImpossible("\(host.plan.name) has no address of IPv\(family.rawValue) to replace")
        }
        let segment = plan.wiring.devices[try host.interface(interface).device].segment
        let free = try wanted ?? freeAddress(like: replaced.address, on: segment)
        let new = InterfaceAddress(free, prefixLength: replaced.prefixLength)
        return try setAddresses(
            [new] + old.filter { $0.address.family != family },
            of: host,
            interface
        )
    }

    @discardableResult
    private func rebindAddress(of router: Int, to wanted: IPAddress?) throws -> Instant {
        let wiring = plan.wiring.routers[router]
        let old = outsideAddresses[router] ?? wiring.outsideAddresses
        guard let replaced = old.first(where: { $0.family == .v4 }) else {
            throw VerbImpossible("the router has no IPv4 address outside")
        }
        let new = try wanted ?? freeAddress(like: replaced, on: wiring.uplink)
        let addresses = old.map { $0 == replaced ? new : $0 }
        outsideAddresses[router] = addresses
        return tell([.rebindAddress(router: router, addresses)])
    }

    /// An address that nobody on a segment has had: the last byte moved up.
    private func freeAddress(like address: IPAddress, on segment: Int) throws -> IPAddress {
        for step in UInt64(1)...200 {
            let last = (address.low & 0xFF) + step * 3
            guard last < 250 else { break }
            let low = address.low & ~0xFF | last
            let candidate =
                address.family == .v4
                ? IPAddress(v4: UInt32(truncatingIfNeeded: low)) : IPAddress(v6: address.high, low)
            if usedAddresses.insert(candidate).inserted { return candidate }
        }
        throw VerbImpossible("no address near \(address) is free")
    }

    private func cut(
        _ part: TrafficCut.Part,
        _ directions: Set<LinkDirection>,
        _ devices: [Int]
    ) throws -> Instant {
        guard !plan.signalingAddresses.isEmpty else {
            throw VerbImpossible("no host of this network is the backend, so signaling cannot be told apart")
        }
        let cut =
            directions.isEmpty
            ? nil : TrafficCut(part, plan.signalingAddresses, directions: directions)
        return tell(devices.map { .cut(device: $0, cut) })
    }

    private func setCondition(_ name: String?, of host: LabHost, _ interface: String?) throws -> Instant {
        let device = try host.interface(interface).device
        let link = plan.accessLink(of: device)
        let pair = try name.map { try plan.condition($0) } ?? plan.conditions(of: link)
        return tell([.conditions(link, .up, pair.up), .conditions(link, .down, pair.down)])
    }
}

/// A verb that cannot happen to this host.
public struct VerbImpossible: Error, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
