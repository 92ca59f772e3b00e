/// What a run showed, by its mode.
package enum BenchResult: Hashable, Sendable {
    case traffic(TrafficResult)
    case allocations(AllocationResult)
    case burst(BurstResult)

    /// Whether the server did nothing wrong: loss is no fault, a packet that goes astray is.
    package var isClean: Bool {
        switch self {
        case .traffic(let result): result.isClean
        case .allocations: true
        case .burst(let result): result.isClean
        }
    }
}
