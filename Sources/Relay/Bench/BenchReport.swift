import JSON
import SansIO

/// A result with what was measured, for people and for programs.
struct BenchReport: Encodable {
    private let plan: BenchPlan
    private let result: BenchResult

    init(_ plan: BenchPlan, _ result: BenchResult) {
        self.plan = plan
        self.result = result
    }

    /// One line.
    var json: String { JSONText.line(self) }

    private enum Key: String, CodingKey {
        case mode, server, transport, clients, bytes, direction, pattern, framing, window, rate, clean
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(plan.mode.rawValue, forKey: .mode)
        try container.encode(plan.clients, forKey: .clients)
        try container.encode(result.isClean, forKey: .clean)
        if plan.mode != .direct {
            try container.encode(plan.server.description, forKey: .server)
            try container.encode("\(plan.transport)", forKey: .transport)
            try container.encode(plan.framing.rawValue, forKey: .framing)
        }
        if plan.mode != .allocations {
            try container.encode(plan.payloadLength, forKey: .bytes)
            try container.encode(plan.direction.rawValue, forKey: .direction)
            try container.encode(plan.pattern.rawValue, forKey: .pattern)
        }
        switch result {
        case .traffic(let traffic):
            switch plan.pace {
            case .window(let size): try container.encode(size, forKey: .window)
            case .rate(let rate): try container.encode(rate, forKey: .rate)
            }
            try traffic.encode(to: encoder)
        case .allocations(let allocations): try allocations.encode(to: encoder)
        case .burst(let burst): try burst.encode(to: encoder)
        }
    }

    // MARK: For people

    var text: String {
        let rows: [(String, String?)] =
            switch result {
            case .traffic(let traffic): Self.rows(traffic)
            case .allocations(let allocations): Self.rows(allocations)
            case .burst(let burst): Self.rows(burst)
            }
        let told = rows.compactMap { name, text in text.map { (name, $0) } }
        let width = told.map(\.0.count).max() ?? 0
        return told.map { name, text in
            name + String(repeating: " ", count: width - name.count) + "  " + text
        }.joined(separator: "\n")
    }

    private static func rows(_ result: TrafficResult) -> [(String, String?)] {
        let faults = [
            ("duplicate", result.duplicates), ("corrupt", result.corrupt), ("misrouted", result.misrouted),
        ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
        let share = result.sent > 0 ? Double(result.lost) / Double(result.sent) * 100 : 0
        return [
            ("packets", "\(result.received) of \(result.sent) arrived, \(result.reordered) overtaken"),
            ("lost", "\(result.lost) (\(share.rounded(to: 2)) %)"),
            ("faults", faults.isEmpty ? "none" : faults.joined(separator: ", ")),
            ("not sent", result.notSent > 0 ? "\(result.notSent): the generator could not keep up" : nil),
            (
                "rate",
                "\(Int(result.packetsPerSecond)) packets/s, \(result.megabitsPerSecond.rounded(to: 1)) Mbit/s"
            ),
            (
                "latency",
                result.latencyP50.map {
                    "p50 \($0.rounded(to: 0)) us"
                        + (result.latencyP99.map { ", p99 \($0.rounded(to: 0)) us" } ?? "")
                }
            ),
            ("server CPU", microseconds(result.serverCPUPerPacket, "a packet")),
            ("generator CPU", microseconds(result.generatorCPUPerPacket, "a packet")),
            ("whole path", microseconds(result.pathCPUPerPacket, "a packet")),
            ("whole machine", microseconds(result.machineCPUPerPacket, "a packet, whatever else runs on it")),
        ]
    }

    private static func rows(_ result: AllocationResult) -> [(String, String?)] {
        [
            ("allocations", "\(result.allocations) in \(result.seconds.rounded(to: 2)) s"),
            ("rate", "\(Int(result.allocationsPerSecond)) a second"),
            ("server CPU", microseconds(result.serverCPUPerAllocation, "an allocation")),
            ("memory", result.residentBytesPerAllocation.map { "\(Int($0)) bytes an allocation" }),
        ]
    }

    private static func rows(_ result: BurstResult) -> [(String, String?)] {
        func told(_ arrivals: [Int]) -> String? {
            guard let least = arrivals.min(), let most = arrivals.max() else { return nil }
            return "\(least) to \(most) of \(result.length) arrived, in each of \(arrivals.count) bursts"
        }
        return [("up", told(result.up)), ("down", told(result.down))]
    }

    private static func microseconds(_ value: Double?, _ unit: String) -> String? {
        value.map { "\($0.rounded(to: 2)) us \(unit)" }
    }
}

extension Double {
    /// The decimal text with so many places.
    func rounded(to places: Int) -> String {
        guard places > 0 else { return "\(Int64(self.rounded()))" }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let whole = Int64((self.magnitude * scale).rounded())
        let digits = String(whole % Int64(scale))
        let fraction = String(repeating: "0", count: places - digits.count) + digits
        return "\(self < 0 ? "-" : "")\(whole / Int64(scale)).\(fraction)"
    }
}
