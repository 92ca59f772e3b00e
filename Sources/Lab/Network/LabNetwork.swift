public import Namespaces
internal import SansIO
internal import Scenario
internal import VirtualNetwork

/// A network that is up: its hosts as namespaces, and the engine's thread between them.
///
/// It ends with this value, or with the process: no part of it has a name outside.
public final class LabNetwork {
    public let plan: LabPlan
    public let seed: UInt64
    public let engine: NetworkEngine
    public let hosts: [LabHost]
    let number: Int
    /// What routers have outside since an event gave them another address.
    var outsideAddresses: [Int: [IPAddress]] = [:]
    /// Addresses that somebody has, or has had.
    var usedAddresses: Set<IPAddress>
    private var isUp = true

    /// What the engine carries out.
    private let wiring: NetworkWiring

    /// Builds the network of a plan, between devices that lead nowhere until all of them are there.
    public convenience init(_ plan: LabPlan, seed: UInt64, engine: NetworkEngine) throws {
        try self.init(plan, seed: seed, engine: engine, comparedWith: plan)
    }

    /// Builds one plan and takes another for what was asked: for a test of the proof, which has to tell.
    init(_ built: LabPlan, seed: UInt64, engine: NetworkEngine, comparedWith plan: LabPlan) throws {
        wiring = built.wiring
        self.plan = plan
        self.seed = seed
        self.engine = engine
        usedAddresses = Set(
            plan.wiring.devices.flatMap(\.addresses)
                + plan.wiring.routers.flatMap { $0.insideAddresses + $0.outsideAddresses }
        )
        hosts = try plan.hosts.map { try LabHost($0) }
        var descriptors = [CInt](repeating: -1, count: plan.wiring.devices.count)
        for host in hosts {
            for (device, descriptor) in host.descriptors { descriptors[device] = descriptor }
        }
        number = try engine.add(Self.network(wiring, seed), descriptors: descriptors)
    }

    deinit {
        if isUp { engine.remove(number) }
    }

    private static func network(_ wiring: NetworkWiring, _ seed: UInt64) throws(WiringFault) -> Network {
        try Network(wiring, seed: seed, at: Namespaces.MonotonicClock.now)
    }

    /// Takes the network down: what runs in it must have ended before.
    public func remove() {
        guard isUp else { return }
        isUp = false
        engine.remove(number)
    }

    /// Begins anew: all links, NATs and counters are as at the start, as if no packet had crossed.
    ///
    /// So what a proof has sent changes no fate of what comes after it.
    public func reset() throws {
        for host in hosts { try host.forgetDrops() }
        engine.replace(number, by: try Self.network(wiring, seed))
    }

    /// What its packets met so far, and whether that says anything.
    public func report() throws -> EngineReport {
        guard var report = engine.report(of: number) else {
            throw KernelError("report on a network", detail: "it was taken down")
        }
        for host in hosts { report.counts.outOfMemory += try host.droppedCount() }
        return report
    }

    /// The host of that name.
    public func host(_ name: String) throws -> LabHost {
        guard let host = hosts.first(where: { $0.plan.name == name }) else {
            throw UnknownHost(name: name, accepted: hosts.map(\.plan.name))
        }
        return host
    }

    /// Starts a program on a host.
    ///
    /// It and all it starts end with the value, or with this process.
    public func start(
        _ program: Program,
        on host: LabHost,
        output: ChildProcess.Stream = .captured,
        errors: ChildProcess.Stream = .captured,
        opensChannel: Bool = false
    ) throws -> ChildProcess {
        var program = program
        program.hostsFile = host.hostsPath
        return try ChildProcess(
            program,
            in: host.namespace,
            output: output,
            errors: errors,
            opensChannel: opensChannel
        )
    }
}

/// A name that none of a network's hosts has.
public struct UnknownHost: Error, Hashable, CustomStringConvertible {
    public let name: String
    public let accepted: [String]

    public var description: String {
        let guess = NearestName.match(for: name, among: accepted).map { ", did you mean \"\($0)\"?" } ?? ""
        return "there is no host \"\(name)\"\(guess) (hosts: \(accepted.joined(separator: ", ")))"
    }
}
