import FoundationEssentials

/// What a demo found.
struct DemoResult: Encodable {
    /// One way to the relay.
    struct Row: Encodable {
        let transport: String
        let sent: Int
        let arrived: Int
        let lost: Int
        let seconds: Double
        /// The client's own line, or why there is none.
        let said: String
        let passed: Bool
    }

    let relay: String
    let rows: [Row]
    /// The casts from browser to browser.
    let casts: [CastResult]
    let passed: Bool

    init(relay: RelayServer, rows: [Row], casts: [CastResult]) {
        self.relay = relay.rawValue
        self.rows = rows
        self.casts = casts
        passed = !(rows.isEmpty && casts.isEmpty) && rows.allSatisfy(\.passed) && casts.allSatisfy(\.passed)
    }

    static func heading() -> String { line("transport", "sent", "arrived", "lost", "seconds") }

    /// A row of the table for people.
    static func line(_ row: Row) -> String {
        let tenths = Int((row.seconds * 10).rounded())
        let line = line(
            row.transport.uppercased(),
            "\(row.sent)",
            "\(row.arrived)",
            "\(row.lost)",
            "\(tenths / 10).\(tenths % 10)"
        )
        return row.passed ? line : "\(line)  <- \(row.said)"
    }

    /// The last sentence.
    var verdict: String {
        (passed ? "PASSED: " : "FAILED: ") + [messages, castings].compactMap(\.self).joined(separator: "; ")
            + "."
    }

    private var messages: String? {
        guard !rows.isEmpty else { return nil }
        let arrived = rows.reduce(0) { $0 + $1.arrived }
        let sent = rows.reduce(0) { $0 + $1.sent }
        let failed = rows.filter { !$0.passed }.map { $0.transport.uppercased() }
        let ways = rows.map { $0.transport.uppercased() }.joined(separator: ", ")
        return failed.isEmpty
            ? "\(relay) relayed all \(sent) messages to the peer and back (\(ways))"
            : "of \(sent) messages \(arrived) came back; not all of them over \(failed.joined(separator: ", "))"
    }

    private var castings: String? {
        guard !casts.isEmpty else { return nil }
        let failed = casts.filter { !$0.passed }.map { $0.transport.uppercased() }
        let ways = casts.map { $0.transport.uppercased() }.joined(separator: ", ")
        return failed.isEmpty
            ? "Chromium cast to Chromium through castrelay (\(ways))"
            : "no cast from Chromium to Chromium over \(failed.joined(separator: ", "))"
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    private static func line(_ columns: String...) -> String {
        let widths = [-9, 6, 8, 6, 8]
        return zip(columns, widths).map { text, width in
            let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
            return width < 0 ? text + padding : padding + text
        }.joined(separator: " ")
    }
}
