extension ComparisonReport {
    /// The tables for people.
    var text: String {
        var parts: [String] = []
        if !rows.isEmpty { parts.append(trafficTable) }
        if !bursts.isEmpty { parts.append(burstTable) }
        if !allocations.isEmpty { parts.append(allocationTable) }
        parts.append(verdict)
        return parts.joined(separator: "\n\n")
    }

    private var trafficTable: String {
        let title = """
            Processor time a packet, in microseconds, medians of \(rounds) rounds; ratio: \(rival)'s over castrelay's,
            median (least to most). "Path" adds what the kernel does for the server in the generator's name, less a
            cable without a server. Packets/s and loss are medians and means of a closed loop, the generator's limit
            included.
            """
        let heading = [
            "workload", "castrelay", rival, "ratio", "path", rival, "ratio", "packets/s", rival,
            "lost",
            rival,
        ]
        let lines = rows.map { row in
            [
                row.workload, Self.text(row.castrelay), Self.text(row.rival), Self.spread(row.ratio),
                Self.text(row.castrelayPath), Self.text(row.rivalPath), Self.spread(row.pathRatio),
                Self.text(row.castrelayPacketsPerSecond, places: 0),
                Self.text(row.rivalPacketsPerSecond, places: 0),
                Self.percent(row.castrelayLoss), Self.percent(row.rivalLoss),
            ]
        }
        return title + "\n" + Self.table([heading] + lines)
    }

    private var burstTable: String {
        let title =
            "Bursts of \(bursts.first?.length ?? 0) packets sent at once: how many arrived, median (least to most)"
        let lines = bursts.map { row in
            [
                "\(row.transport) \(row.direction)", Self.spread(row.castrelay, places: 0),
                Self.spread(row.rival, places: 0),
            ]
        }
        return title + "\n" + Self.table([["transport", "castrelay", rival]] + lines)
    }

    private var allocationTable: String {
        let title =
            "Allocations made as quickly as they are granted, against a fresh server, median (least to most)"
        let heading = ["server", "allocations", "a second", "CPU us each", "resident bytes each"]
        let lines = allocations.map { row in
            [
                row.contender, "\(row.allocations)", Self.spread(row.perSecond, places: 0),
                Self.spread(row.cpu, places: 1), Self.spread(row.residentBytes, places: 0),
            ]
        }
        return title + "\n" + Self.table([heading] + lines)
    }

    private var verdict: String {
        guard faults.isEmpty else { return "FAULTS:\n" + faults.map { "  \($0)" }.joined(separator: "\n") }
        let behind = rows.filter { ($0.ratio?.median ?? 1) < 1 }.map(\.workload)
        return behind.isEmpty
            ? "castrelay is ahead of \(rival) in every kind of traffic measured; no packet was changed, doubled or misrouted."
            : "castrelay is behind \(rival) in: \(behind.joined(separator: ", "))."
    }

    // MARK: Cells

    private static func text(_ spread: Spread?, places: Int = 2) -> String {
        spread.map { decimal($0.median, places) } ?? "-"
    }

    private static func spread(_ spread: Spread?, places: Int = 2) -> String {
        spread.map {
            "\(decimal($0.median, places)) (\(decimal($0.least, places)) to \(decimal($0.most, places)))"
        } ?? "-"
    }

    private static func percent(_ share: Double) -> String { "\(decimal(share * 100, 2)) %" }

    private static func decimal(_ value: Double, _ places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let whole = Int64((value.magnitude * scale).rounded())
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(whole)" }
        let digits = String(whole % Int64(scale))
        let fraction = String(repeating: "0", count: places - digits.count) + digits
        return "\(sign)\(whole / Int64(scale)).\(fraction)"
    }

    private static func table(_ rows: [[String]]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + padding : padding + text
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
