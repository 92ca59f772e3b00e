import EventLoop
import Namespaces
import Relay
import SansIO
import Trial

/// The measurement: castrelay and its rival in turn, round by round, so that what else goes on meets both alike.
final class Comparison {
    /// How much is measured.
    struct Extent {
        var rounds = 3
        var duration = Duration.seconds(1)
        var kinds = Workload.Kind.allCases
        /// Allocations made against a fresh server; 0 leaves that out.
        var allocations = 5_000
        var measuresBursts = true
    }

    private let extent: Extent
    private let settings: BenchedServer.Settings
    private let generator: Generator
    /// Tells whoever waits what is being done.
    private let progress: (String) -> Void
    private(set) var record = ComparisonRecord()

    init(
        _ extent: Extent,
        _ settings: BenchedServer.Settings,
        _ generator: Generator,
        progress: @escaping (String) -> Void
    ) {
        self.extent = extent
        self.settings = settings
        self.generator = generator
        self.progress = progress
    }

    /// Measures all of it.
    func run() throws -> ComparisonRecord {
        let servers = try Contender.servers.map { contender in
            try BenchedServer(contender, in: BenchNetwork(), settings)
        }
        let direct = try DirectNetwork()
        for server in servers { try warmUp(server) }
        for round in 0..<extent.rounds {
            // Who comes first changes, since the second may find a warmer machine.
            let order = round % 2 == 0 ? servers : servers.reversed()
            for workload in Workload.all where extent.kinds.contains(workload.kind) {
                progress("round \(round + 1) of \(extent.rounds): \(workload.name)")
                for server in order { try measure(workload, server) }
                try measure(workload, direct)
            }
            if extent.measuresBursts {
                for server in order { try measureBursts(server) }
            }
            if extent.allocations > 0 {
                for server in order { try measureAllocations(server.contender) }
            }
        }
        return record
    }

    private func plan(_ server: BenchedServer) -> BenchPlan {
        BenchPlan(
            server: Endpoint(BenchNetwork.serverAddress, BenchedServer.port),
            clientAddress: BenchNetwork.clientAddress,
            peerAddress: BenchNetwork.peerAddress
        )
    }

    /// Until it answers, and its tables and the cables' neighbours are known.
    private func warmUp(_ server: BenchedServer) throws {
        progress("waiting for \(server.name)")
        var plan = plan(server)
        plan.duration = .milliseconds(200)
        plan.direction = .both
        _ = try generator.run(plan, against: server)
    }

    private func measure(_ workload: Workload, _ server: BenchedServer) throws {
        try server.network.carrySuperPackets(!workload.kind.isCut)
        let plan = workload.plan(
            server: Endpoint(BenchNetwork.serverAddress, BenchedServer.port),
            clients: BenchNetwork.clientAddress,
            peers: BenchNetwork.peerAddress,
            for: extent.duration
        )
        record.add(try generator.run(plan, against: server), workload, of: server.contender)
    }

    private func measure(_ workload: Workload, _ direct: DirectNetwork) throws {
        try direct.cable.carrySuperPackets(!workload.kind.isCut)
        var plan = workload.plan(
            server: Endpoint(DirectNetwork.peerAddress, BenchedServer.port),
            clients: DirectNetwork.clientAddress,
            peers: DirectNetwork.peerAddress,
            for: extent.duration
        )
        plan.mode = .direct
        record.add(try generator.run(plan, over: direct), workload, of: .direct)
    }

    /// A key frame that comes all at once, by each transport.
    private func measureBursts(_ server: BenchedServer) throws {
        try server.network.carrySuperPackets(false)
        for transport in TransportProtocol.allCases {
            progress("bursts over \(transport): \(server.name)")
            var plan = plan(server)
            plan.mode = .burst
            plan.transport = transport
            plan.direction = .both
            plan.pattern = .bursts
            plan.clients = 4
            if transport == .tls { plan.server.port = BenchedServer.tlsPort }
            record.add(try generator.run(plan, against: server), over: transport, of: server.contender)
        }
    }

    /// Against a server that has just been started, so that its memory is what the allocations took.
    private func measureAllocations(_ contender: Contender) throws {
        let server = try BenchedServer(contender, in: BenchNetwork(), settings)
        progress("\(extent.allocations) allocations: \(server.name)")
        try warmUp(server)
        var plan = plan(server)
        plan.mode = .allocations
        plan.clients = extent.allocations
        record.add(try generator.run(plan, against: server), of: contender)
    }
}
