/// When a packet that begins to be sent has been sent.
///
/// Work is counted in billionths of a bit, so that work divided by bits a second is nanoseconds; what the
/// division leaves over is carried to the next packet, and no rate drifts.
struct Transmitter {
    private let rate: LinkRate
    /// Of the work of the packets sent in a row, what did not fill a nanosecond.
    private var remainder: UInt64 = 0
    private var lastFinish: Nanoseconds = 0
    private var hasUsedTrace = false
    /// The trace's opportunity in use, and its bytes that are left.
    private var opportunity: UInt64 = 0
    private var bytesLeft: UInt64 = 0

    init(_ rate: LinkRate) {
        self.rate = rate
    }

    static func work(bytes: Int) -> UInt64 {
        UInt64(bytes) * 8_000_000_000
    }

    private static func bytes(work: UInt64) -> UInt64 {
        work / 8_000_000_000 + (work % 8_000_000_000 == 0 ? 0 : 1)
    }

    /// Begins to send at `start`, and tells when the work will be done; `.never` when the link stands still.
    mutating func send(_ work: UInt64, from start: Nanoseconds) -> Nanoseconds {
        let finish: Nanoseconds
        switch rate {
        case .unlimited:
            finish = start
        case .bitsPerSecond(0):
            return .never
        case .bitsPerSecond(let rate):
            if start != lastFinish { remainder = 0 }
            let (duration, rest) = work.plus(remainder).quotientAndRemainder(dividingBy: rate)
            remainder = rest
            finish = start.plus(duration)
        case .trace(let trace):
            finish = send(bytes: Self.bytes(work: work), over: trace, from: start)
        }
        lastFinish = finish
        return finish
    }

    private mutating func send(
        bytes: UInt64,
        over trace: DeliveryTrace,
        from start: Nanoseconds
    ) -> Nanoseconds {
        let size = UInt64(DeliveryTrace.opportunityBytes)
        let first = trace.opportunity(atOrAfter: start)
        if first > opportunity || !hasUsedTrace {
            hasUsedTrace = true
            opportunity = first
            bytesLeft = size
        }
        if bytes <= bytesLeft {
            bytesLeft -= bytes
        } else {
            let more = (bytes - bytesLeft + size - 1) / size
            bytesLeft = bytesLeft + more * size - bytes
            opportunity += more
        }
        return trace.time(ofOpportunity: opportunity)
    }

    /// How much of the work of the packet that is done at `finish` is still to do at `time`.
    func remainingWork(of work: UInt64, doneAt finish: Nanoseconds, at time: Nanoseconds) -> UInt64 {
        guard finish > time else { return 0 }
        switch rate {
        case .unlimited: return 0
        case .bitsPerSecond(0): return work
        case .bitsPerSecond(let rate): return min(work, (finish - time).times(rate))
        case .trace(let trace):
            let size = UInt64(DeliveryTrace.opportunityBytes)
            // Those up to `time` have been used.
            let next = trace.opportunity(atOrAfter: time.plus(1))
            guard opportunity >= next else { return 0 }
            let bytes = (opportunity - next + 1) * size - bytesLeft
            return min(work, bytes.times(8_000_000_000))
        }
    }
}
