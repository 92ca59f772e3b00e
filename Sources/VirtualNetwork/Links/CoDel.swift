/// Controlled Delay: drops at the head while packets have waited too long for a whole interval.
///
/// RFC 8289 §5. `drops` is told every packet that is taken from the queue, in order, and says of each
/// whether it goes or is dropped; after a drop the next packet is taken at the same time.
///
///              waited > target for an interval / drop
///     watching ----------------------------------------> dropping
///        ^                                                 |  ^ | next drop is due / drop
///        +------------- waited < target -------------------+  +-+
struct CoDel {
    private let target: Nanoseconds
    private let interval: Nanoseconds
    /// When it will have waited too long for a whole interval; 0 while it has not.
    private var firstAboveTime: Nanoseconds = 0
    private var isDropping = false
    private var dropNext: Nanoseconds = 0
    private var count: UInt64 = 0
    private var lastCount: UInt64 = 0
    /// Whether the packet before this one was dropped on entering the dropping state: this one goes.
    private var hasJustEntered = false
    /// Whether the packet before this one was dropped when a drop was due: the time of the next is set when
    /// this one is too late as well.
    private var owesNextDrop = false

    init(target: Nanoseconds, interval: Nanoseconds) {
        self.target = target
        self.interval = max(1, interval)
    }

    /// Whether a packet is dropped that has waited for `sojourn` and leaves `bytes` behind it at `now`.
    mutating func drops(
        sojourn: Nanoseconds,
        bytesBehind bytes: Int,
        maximumPacket: Int,
        at now: Nanoseconds
    ) -> Bool {
        let isTooLate = isTooLate(sojourn, bytes, maximumPacket, now)
        if hasJustEntered {
            hasJustEntered = false
            return false
        }
        if isDropping {
            if isTooLate, owesNextDrop { dropNext = next(after: dropNext) }
            owesNextDrop = isTooLate && now >= dropNext
            isDropping = isTooLate
            if owesNextDrop { count += 1 }
            return owesNextDrop
        }
        guard isTooLate else { return false }
        enter(at: now)
        return true
    }

    /// The transmitter found nothing that waits, or took a packet that never had to.
    mutating func foundEmpty() {
        firstAboveTime = 0
        isDropping = false
        hasJustEntered = false
        owesNextDrop = false
    }

    /// "dodequeue" of RFC 8289 §5.6.
    private mutating func isTooLate(
        _ sojourn: Nanoseconds,
        _ bytes: Int,
        _ maximumPacket: Int,
        _ now: Nanoseconds
    ) -> Bool {
        if sojourn < target || bytes <= maximumPacket {
            firstAboveTime = 0
            return false
        }
        if firstAboveTime == 0 {
            firstAboveTime = now.plus(interval)
            return false
        }
        return now >= firstAboveTime
    }

    /// Begins at the rate that was needed lately, if that is not long ago.
    private mutating func enter(at now: Nanoseconds) {
        isDropping = true
        hasJustEntered = true
        let delta = count - lastCount
        count = delta > 1 && now.minus(dropNext) < interval.times(16) ? delta : 1
        dropNext = next(after: now)
        lastCount = count
    }

    /// The control law of RFC 8289 §5.3: drops come closer together with the root of their number.
    private func next(after time: Nanoseconds) -> Nanoseconds {
        time.plus(Nanoseconds(Double(interval) / Double(count).squareRoot()))
    }
}

extension CoDel {
    /// The state for a discipline; nil for those that are not CoDel.
    init?(_ discipline: LinkQueue.Discipline) {
        guard case .coDel(let target, let interval) = discipline else { return nil }
        self.init(target: Nanoseconds(target), interval: Nanoseconds(interval))
    }
}
