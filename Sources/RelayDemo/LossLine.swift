/// What coturn's client says about the messages it relayed.
///
/// Its exit code is 0 even when everything was lost, so this is what counts:
///
///     start_mclient: tot_send_msgs=1600, tot_recv_msgs=1600
///     Total lost packets 0 (0.000000%), total send dropped 0 (0.000000%)
struct LossLine: Equatable, Sendable {
    var sent: Int
    var received: Int
    /// The client's own count of what did not come back.
    var lost: Int
    /// The line itself, for people.
    var text: String

    /// Reads the client's output; nil when it never came to its sums.
    init?(output: String) {
        var sent: Int?
        var received: Int?
        var lost: (count: Int, text: String)?
        for line in output.split(separator: "\n") {
            if let sums = Self.part(of: line, after: "start_mclient: tot_send_msgs=") {
                sent = Self.leadingNumber(sums)
                received = Self.part(of: sums, after: "tot_recv_msgs=").flatMap(Self.leadingNumber)
            }
            if let rest = Self.part(of: line, after: "Total lost packets ") {
                lost = Self.leadingNumber(rest).map { ($0, "Total lost packets \(rest)") }
            }
        }
        guard let sent, let received, let lost else { return nil }
        self.sent = sent
        self.received = received
        self.lost = lost.count
        text = lost.text
    }

    /// Whether something was sent and all of it came back.
    var isComplete: Bool { sent > 0 && received == sent && lost == 0 }

    private static func part(of line: Substring, after marker: String) -> Substring? {
        var rest = line
        while !rest.isEmpty {
            if rest.hasPrefix(marker) { return rest.dropFirst(marker.count) }
            rest = rest.dropFirst()
        }
        return nil
    }

    private static func leadingNumber(_ text: Substring) -> Int? {
        // Lost packets are negative when more came back than was sent.
        Int(text.prefix { $0.isNumber || $0 == "-" })
    }
}
