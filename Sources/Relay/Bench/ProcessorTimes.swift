import EventLoop
import SansIO

/// How much processor time was used up to a moment, in nanoseconds: read twice, the difference counts.
struct ProcessorTimes {
    let at: Instant
    /// The server's, all threads; nil when its process is not known.
    let server: UInt64?
    /// The generator's.
    let generator: UInt64
    /// Everything's on this machine.
    let machine: UInt64?

    init(server: ProcessFigures?) {
        self.server = server?.processorTime
        machine = ProcessFigures.machineProcessorTime
        generator = ProcessFigures.threadProcessorTime
        at = MonotonicClock.now()
    }
}
