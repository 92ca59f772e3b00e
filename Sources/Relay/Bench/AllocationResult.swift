import SansIO

/// What making many allocations at once showed.
package struct AllocationResult: Encodable, Hashable, Sendable {
    package var allocations: Int
    package var seconds: Double
    package var allocationsPerSecond: Double
    /// Microseconds of the server's processor time for each.
    package var serverCPUPerAllocation: Double?
    /// The server's resident memory, in bytes: what each allocation added.
    package var residentBytesPerAllocation: Double?
    /// The server's resident memory with all of them.
    package var residentBytes: Int?

    init(
        _ count: Int,
        from start: ProcessorTimes,
        to end: ProcessorTimes,
        residentBefore: Int?,
        residentAfter: Int?
    ) {
        allocations = count
        seconds = (end.at - start.at) / .seconds(1)
        allocationsPerSecond = Double(count) / seconds
        if let before = start.server, let after = end.server, after >= before {
            serverCPUPerAllocation = Double(after - before) / 1000 / Double(count)
        }
        if let residentBefore, let residentAfter {
            residentBytesPerAllocation = Double(residentAfter - residentBefore) / Double(count)
        }
        residentBytes = residentAfter
    }
}
