internal import Namespaces
internal import SansIO
public import Scenario

/// A host of a network while it is up: a namespace, and the devices that lead into the network.
///
/// All of it ends with this value, or with the process.
public final class LabHost {
    public let plan: HostPlan
    let namespace: NetworkNamespace
    private var devices: [TUNBox] = []
    /// What its interfaces have now; a timeline changes it.
    private var interfaces: [InterfaceState]
    private var hostsFile: MemoryFile?
    /// Packets that the kernel dropped and was to drop: without a cable, or before a new beginning.
    private var meantDrops: UInt64 = 0
    /// By interface without a cable, or switched off: what had been dropped when that began.
    private var dropsBefore: [Int: UInt64] = [:]

    /// Makes the namespace with its devices switched on.
    init(_ plan: HostPlan) throws {
        self.plan = plan
        namespace = try NetworkNamespace(label: plan.name, forwarding: plan.router != nil)
        interfaces = plan.interfaces.map(InterfaceState.init)
        for interface in plan.interfaces {
            devices.append(TUNBox(try TUNDevice(interface.name, in: namespace)))
        }
        if let text = plan.hostsText { hostsFile = try MemoryFile(text, name: "hosts") }
        let (plan, interfaces) = (plan, interfaces)
        try namespace.enter {
            let route = try RouteSocket()
            for (index, interface) in interfaces.enumerated() {
                try interface.bringUp(with: route, position: index, of: plan)
            }
        }
        try plan.router?.setUp(in: namespace)
    }

    /// The number of the wiring's device and the descriptor of the TUN device behind it, for each interface.
    var descriptors: [(device: Int, descriptor: CInt)] {
        zip(plan.interfaces, devices).map { ($0.device, $1.tun.file.rawValue) }
    }

    /// Where programs find its file of hosts.
    var hostsPath: String? { hostsFile?.path }

    /// How many packets its kernel dropped in front of the network, those left out that had no cable to leave
    /// by: more than none is never right.
    func droppedCount() throws -> UInt64 {
        let (counts, dropsBefore) = (try kernelDrops(), dropsBefore)
        let ongoing = dropsBefore.reduce(0) { $0 + counts[$1.key] - min($1.value, counts[$1.key]) }
        let total = counts.reduce(0, +)
        return total - min(total, meantDrops + ongoing)
    }

    /// Counts from here on.
    func forgetDrops() throws {
        let counts = try kernelDrops()
        meantDrops = counts.reduce(0, +)
        for position in dropsBefore.keys { dropsBefore[position] = counts[position] }
    }

    private func kernelDrops() throws -> [UInt64] {
        let names = plan.interfaces.map(\.name)
        return try namespace.configure { route in try names.map { try route.droppedCount(of: $0) } }
    }

    /// From now on drops of an interface are meant, or are not any more.
    private func noteMeantDrops(_ position: Int, begin: Bool) throws {
        let count = try kernelDrops()[position]
        if begin {
            dropsBefore[position] = dropsBefore[position] ?? count
        } else if let before = dropsBefore.removeValue(forKey: position) {
            meantDrops += count - min(before, count)
        }
    }

    /// The place of an interface, by its name; the first without one.
    private func position(of name: String?) throws -> Int {
        guard let name else { return 0 }
        guard let position = plan.interfaces.firstIndex(where: { $0.name == name }) else {
            throw UnknownInterface(name: name, host: plan.name, accepted: plan.interfaces.map(\.name))
        }
        return position
    }

    /// Its interface of that name, or the first.
    public func interface(_ name: String?) throws -> HostPlan.Interface {
        plan.interfaces[try position(of: name)]
    }

    /// The addresses an interface has now.
    func addresses(of name: String?) throws -> [InterfaceAddress] {
        interfaces[try position(of: name)].addresses
    }

    /// Switches an interface off, or on with all addresses and routes it had.
    func setUp(_ isUp: Bool, _ name: String?) throws {
        if !isUp { try noteMeantDrops(try position(of: name), begin: true) }
        defer { if isUp { try? noteMeantDrops(position(of: name), begin: false) } }
        try change(name) { state, route, position in
            guard state.isUp != isUp else { return }
            state.isUp = isUp
            if isUp {
                try state.bringUp(with: route, position: position, of: self.plan)
            } else {
                try state.bringDown(with: route, position: position)
            }
        }
    }

    /// Gives an interface other addresses; what it had is gone, connections bound to it are.
    func setAddresses(_ addresses: [InterfaceAddress], _ name: String?) throws {
        try change(name) { state, route, position in
            if state.isUp { try state.removeAddresses(with: route, position: position) }
            state.addresses = addresses
            if state.isUp { try state.addAddresses(with: route, position: position, of: self.plan) }
        }
    }

    /// Removes the default routes of an interface, or puts them back.
    func setRoute(_ isThere: Bool, _ name: String?) throws {
        try change(name) { state, route, position in
            guard state.hasRoute != isThere else { return }
            if state.isUp, state.hasRoute { try state.removeRoutes(with: route, position: position) }
            state.hasRoute = isThere
            if state.isUp, isThere { try state.addRoutes(with: route, position: position) }
        }
    }

    /// Takes the cable out of an interface, or puts it in.
    func setCarrier(_ isConnected: Bool, _ name: String?) throws {
        let position = try position(of: name)
        if !isConnected { try noteMeantDrops(position, begin: true) }
        try devices[position].tun.setCarrier(isConnected)
        if isConnected { try noteMeantDrops(position, begin: false) }
    }

    private func change(
        _ name: String?,
        _ body: (inout InterfaceState, borrowing RouteSocket, Int) throws -> Void
    ) throws {
        let position = try position(of: name)
        var state = interfaces[position]
        try namespace.enter {
            let route = try RouteSocket()
            try body(&state, route, position)
        }
        interfaces[position] = state
    }
}

/// A device in an array, where values that cannot be copied cannot be.
private final class TUNBox {
    let tun: TUNDevice

    init(_ tun: consuming TUNDevice) {
        self.tun = tun
    }
}

/// A name that none of a host's interfaces has.
public struct UnknownInterface: Error, Hashable, CustomStringConvertible {
    public let name: String
    public let host: String
    public let accepted: [String]

    public var description: String {
        "\(host) has no interface \"\(name)\" (accepted: \(accepted.joined(separator: ", ")))"
    }
}
