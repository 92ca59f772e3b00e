import JSON
import SansIO

/// What came back of a train of numbered packets, and when.
struct EchoResult: Hashable, Sendable {
    var sent = 0
    /// Arrived at the far end, whether they came back or not.
    var arrived = 0
    /// In the order of their coming back.
    var roundTrips: [Duration] = []

    var lost: Int { sent - roundTrips.count }
    var lossPercent: Double { sent == 0 ? 0 : Double(lost) * 100 / Double(sent) }

    /// The middle one, the lower of two.
    var median: Duration? {
        roundTrips.isEmpty ? nil : roundTrips.sorted()[(roundTrips.count - 1) / 2]
    }

    /// As in "50 of 50 back, rtt 31 ms (30 to 35 ms)".
    var text: String {
        guard let median, let least = roundTrips.min(), let most = roundTrips.max() else {
            return "0 of \(sent) back"
        }
        let spread = "\(least.millisecondsText) to \(most.millisecondsText)"
        return "\(roundTrips.count) of \(sent) back, rtt \(median.millisecondsText) (\(spread))"
    }

    var facts: [String: JSONValue] {
        var facts: [String: JSONValue] = [
            "sent": .integer(Int64(sent)), "arrived": .integer(Int64(arrived)),
            "returned": .integer(Int64(roundTrips.count)), "lossPercent": .number(lossPercent),
        ]
        if let median, let least = roundTrips.min(), let most = roundTrips.max() {
            facts["rttMinMilliseconds"] = least.milliseconds
            facts["rttMedianMilliseconds"] = median.milliseconds
            facts["rttMaxMilliseconds"] = most.milliseconds
        }
        return facts
    }
}
