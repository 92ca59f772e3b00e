/// The opportunities to send that a real link had, as mahimahi records them.
///
/// Each line of its file is a time in whole milliseconds at which up to 1,504 bytes may leave; the same
/// time on several lines is several opportunities, and the last time is the trace's period. What nobody
/// uses is lost. mahimahi(1) "mm-link", Netravali et al., USENIX ATC 2015
public struct DeliveryTrace: Hashable, Sendable {
    /// What is wrong with a trace, and in which line.
    public enum Fault: Error, Hashable, Sendable {
        /// A line that is not a whole number of milliseconds up to a day.
        case notATime(line: Int, text: String)
        /// A time earlier than the one of the line before.
        case outOfOrder(line: Int, text: String)
        /// No line at all, or none after the time 0: nothing tells how long the trace is.
        case noPeriod
    }

    /// The bytes that may leave at one opportunity.
    public static let opportunityBytes = 1504
    private static let latest: UInt32 = 86_400_000

    /// The opportunities of one period, in milliseconds.
    let milliseconds: [UInt32]
    /// Stored, because it is asked for every packet.
    let periodNanoseconds: Nanoseconds

    /// The trace with opportunities at these times.
    ///
    /// They never go back; the last of them is the period and is not 0.
    public init(milliseconds: [UInt32]) throws(Fault) {
        var previous: UInt32 = 0
        for (index, time) in milliseconds.enumerated() {
            guard time <= Self.latest else { throw .notATime(line: index + 1, text: "\(time)") }
            guard time >= previous else { throw .outOfOrder(line: index + 1, text: "\(time)") }
            previous = time
        }
        guard previous > 0 else { throw .noPeriod }
        self.milliseconds = milliseconds
        periodNanoseconds = Nanoseconds(previous) * 1_000_000
    }

    /// The trace in a file's text: one time a line; empty lines and lines from "#" on are left out.
    public init(_ text: some StringProtocol) throws(Fault) {
        var times: [UInt32] = []
        var previous: UInt32 = 0
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let word = words.first, !word.hasPrefix("#") else { continue }
            guard words.count == 1, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let time = UInt32(word), time <= Self.latest
            else { throw .notATime(line: number, text: String(line.prefix(40))) }
            guard time >= previous else { throw .outOfOrder(line: number, text: String(word)) }
            previous = time
            times.append(time)
        }
        try self.init(milliseconds: times)
    }

    /// How long it takes until the trace begins again.
    public var period: Duration { .nanoseconds(Int64(periodNanoseconds)) }

    /// The mean rate in bits a second, at least 1.
    public var meanBitsPerSecond: UInt64 {
        max(1, UInt64(milliseconds.count * Self.opportunityBytes * 8) * 1_000_000_000 / periodNanoseconds)
    }

    /// When the opportunity of this number is, in nanoseconds since the trace began.
    func time(ofOpportunity number: UInt64) -> UInt64 {
        let (loops, index) = number.quotientAndRemainder(dividingBy: UInt64(milliseconds.count))
        return loops * periodNanoseconds + UInt64(milliseconds[Int(index)]) * 1_000_000
    }

    /// The number of the first opportunity at or after a time, in nanoseconds since the trace began.
    func opportunity(atOrAfter time: UInt64) -> UInt64 {
        var (loops, rest) = time.quotientAndRemainder(dividingBy: periodNanoseconds)
        // The end of one period is the time of its last opportunities, not only the start of the next one.
        if rest == 0, loops > 0 { (loops, rest) = (loops - 1, periodNanoseconds) }
        var (low, high) = (0, milliseconds.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if UInt64(milliseconds[middle]) * 1_000_000 < rest { low = middle + 1 } else { high = middle }
        }
        return loops * UInt64(milliseconds.count) + UInt64(low)
    }
}
