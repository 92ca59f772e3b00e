import Relay
import SansIO

/// All that was measured, in the order of the rounds.
struct ComparisonRecord {
    /// What a cell of the table belongs to.
    struct Cell: Hashable {
        var workload: Workload
        var contender: Contender
    }

    /// What a row about bursts belongs to.
    struct BurstCell: Hashable {
        var transport: TransportProtocol
        var contender: Contender
    }

    private(set) var traffic: [Cell: [TrafficResult]] = [:]
    private(set) var bursts: [BurstCell: [BurstResult]] = [:]
    private(set) var allocations: [Contender: [AllocationResult]] = [:]
    /// What servers did wrong.
    private(set) var faults: [String] = []

    mutating func add(_ result: BenchResult, _ workload: Workload, of contender: Contender) {
        guard case .traffic(let traffic) = result else { return }
        self.traffic[Cell(workload: workload, contender: contender), default: []].append(traffic)
        note(result, "\(contender.rawValue), \(workload.name)")
    }

    mutating func add(_ result: BenchResult, over transport: TransportProtocol, of contender: Contender) {
        guard case .burst(let burst) = result else { return }
        bursts[BurstCell(transport: transport, contender: contender), default: []].append(burst)
        note(result, "\(contender.rawValue), bursts over \(transport)")
    }

    mutating func add(_ result: BenchResult, of contender: Contender) {
        guard case .allocations(let figures) = result else { return }
        allocations[contender, default: []].append(figures)
    }

    private mutating func note(_ result: BenchResult, _ what: String) {
        guard !result.isClean else { return }
        faults.append(
            "\(what): packets arrived that were changed, doubled or somebody else's, or none at all"
        )
    }
}
