import JSON
import Relay
import SansIO

/// The figures of a comparison, by cell: medians, and ratios with their spread.
struct ComparisonReport: Encodable {
    /// One kind of traffic.
    struct Row: Encodable {
        var workload: String
        /// Microseconds of the server's processor time a packet.
        var castrelay: Spread?
        var rival: Spread?
        /// How many times the rival's processor time is castrelay's, by round.
        var ratio: Spread?
        /// Server, generator and what the kernel did for both, less what a cable without a server takes.
        var castrelayPath: Spread?
        var rivalPath: Spread?
        var pathRatio: Spread?
        var castrelayPacketsPerSecond: Spread?
        var rivalPacketsPerSecond: Spread?
        /// The share of packets that did not arrive.
        var castrelayLoss: Double
        var rivalLoss: Double
    }

    /// Bursts over one transport: how many packets arrived, of all bursts of all rounds.
    struct BurstRow: Encodable {
        var transport: String
        var direction: String
        var length: Int
        var castrelay: Spread?
        var rival: Spread?
    }

    /// Allocations made as quickly as they are granted.
    struct AllocationRow: Encodable {
        var contender: String
        var allocations: Int
        var perSecond: Spread?
        var cpu: Spread?
        var residentBytes: Spread?
    }

    /// Whom castrelay is compared with.
    var rival: String
    var rounds: Int
    var rows: [Row]
    var bursts: [BurstRow]
    var allocations: [AllocationRow]
    var faults: [String]

    init(_ record: ComparisonRecord, rounds: Int, rival: Rival = .coturn) {
        self.rival = rival.name
        self.rounds = rounds
        rows = Workload.all.compactMap { Self.row($0, record) }
        bursts = TransportProtocol.allCases.flatMap { Self.bursts($0, record) }
        allocations = Contender.servers.compactMap { Self.allocations($0, record, rival) }
        faults = record.faults
    }

    var json: String { JSONText.line(self) }

    private static func row(_ workload: Workload, _ record: ComparisonRecord) -> Row? {
        func results(_ contender: Contender) -> [TrafficResult] {
            record.traffic[.init(workload: workload, contender: contender)] ?? []
        }
        let (ours, theirs, bare) = (results(.castrelay), results(.rival), results(.direct))
        guard !ours.isEmpty else { return nil }
        func added(_ results: [TrafficResult]) -> [Double?] {
            zip(results, bare).map { result, bare in
                guard let path = result.pathCPUPerPacket, let cable = bare.generatorCPUPerPacket else {
                    return nil
                }
                return path - cable
            }
        }
        func loss(_ results: [TrafficResult]) -> Double {
            let sent = results.reduce(0) { $0 + $1.sent }
            return sent > 0 ? Double(results.reduce(0) { $0 + $1.lost }) / Double(sent) : 0
        }
        return Row(
            workload: workload.name,
            castrelay: Spread(ours.compactMap(\.serverCPUPerPacket)),
            rival: Spread(theirs.compactMap(\.serverCPUPerPacket)),
            ratio: Spread(theirs.map(\.serverCPUPerPacket), over: ours.map(\.serverCPUPerPacket)),
            castrelayPath: Spread(added(ours).compactMap(\.self)),
            rivalPath: Spread(added(theirs).compactMap(\.self)),
            pathRatio: Spread(added(theirs), over: added(ours)),
            castrelayPacketsPerSecond: Spread(ours.map(\.packetsPerSecond)),
            rivalPacketsPerSecond: Spread(theirs.map(\.packetsPerSecond)),
            castrelayLoss: loss(ours),
            rivalLoss: loss(theirs)
        )
    }

    private static func bursts(_ transport: TransportProtocol, _ record: ComparisonRecord) -> [BurstRow] {
        func results(_ contender: Contender) -> [BurstResult] {
            record.bursts[.init(transport: transport, contender: contender)] ?? []
        }
        guard let length = results(.castrelay).first?.length else { return [] }
        return [("up", \BurstResult.up), ("down", \BurstResult.down)].map { name, arrivals in
            BurstRow(
                transport: "\(transport)",
                direction: name,
                length: length,
                castrelay: Spread(results(.castrelay).flatMap { $0[keyPath: arrivals] }.map(Double.init)),
                rival: Spread(results(.rival).flatMap { $0[keyPath: arrivals] }.map(Double.init))
            )
        }
    }

    private static func allocations(
        _ contender: Contender,
        _ record: ComparisonRecord,
        _ rival: Rival
    ) -> AllocationRow? {
        guard let results = record.allocations[contender], let first = results.first else { return nil }
        return AllocationRow(
            contender: contender == .rival ? rival.name : contender.rawValue,
            allocations: first.allocations,
            perSecond: Spread(results.map(\.allocationsPerSecond)),
            cpu: Spread(results.compactMap(\.serverCPUPerAllocation)),
            residentBytes: Spread(results.compactMap(\.residentBytesPerAllocation))
        )
    }
}
