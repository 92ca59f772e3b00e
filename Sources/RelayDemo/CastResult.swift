import JSON

/// What one end of a cast says of it: WebRTC's statistics.
struct CastFacts: Encodable {
    let state: String
    /// Types of the candidates of the selected pair.
    let local: String
    let remote: String
    /// What this end speaks to its relay.
    let relayProtocol: String
    let codec: String
    /// Decoded here, or encoded.
    let frames: Int
    let width: Int
    let height: Int
    /// In milliseconds, as the last check measured it; nil before the first.
    let roundTripTime: Double?
    /// From the answer's beginning to the first frame shown, in milliseconds; the receiver's only.
    let firstFrame: Double?

    init(_ facts: JSONValue) {
        state = facts["state"]?.string ?? ""
        local = facts["local"]?.string ?? ""
        remote = facts["remote"]?.string ?? ""
        relayProtocol = facts["relayProtocol"]?.string ?? ""
        codec = facts["codec"]?.string ?? ""
        frames = Int(facts["frames"]?.integer ?? 0)
        width = Int(facts["width"]?.integer ?? 0)
        height = Int(facts["height"]?.integer ?? 0)
        roundTripTime = facts["roundTripTime"]?.number.map { $0 * 1000 }
        firstFrame = facts["firstFrame"]?.number
    }
}

/// A cast over one transport, as both ends saw it.
struct CastResult: Encodable {
    let transport: String
    let sender: CastFacts
    let receiver: CastFacts
    /// What the pages wrote to their consoles.
    let console: [String]
    let passed: Bool
    /// Why not, in one sentence.
    let problem: String?

    init(transport: String, sender: CastFacts, receiver: CastFacts, console: [String]) {
        self.transport = transport
        self.sender = sender
        self.receiver = receiver
        self.console = console
        problem = Self.problem(transport, sender, receiver)
        passed = problem == nil
    }

    private static func problem(_ transport: String, _ sender: CastFacts, _ receiver: CastFacts) -> String? {
        for (name, facts) in [("sender", sender), ("receiver", receiver)] {
            if facts.state != "connected" {
                return "the \(name) is \(facts.state.isEmpty ? "idle" : facts.state)"
            }
            if facts.local != "relay" { return "the \(name) uses a \(facts.local) candidate, not its relay" }
            if facts.relayProtocol != transport {
                return "the \(name) speaks \(facts.relayProtocol) to the relay, not \(transport)"
            }
        }
        if receiver.codec != "video/H264" { return "the codec is \(receiver.codec), not H.264" }
        if receiver.frames < CastDemo.wantedFrames {
            return "only \(receiver.frames) frames of \(CastDemo.wantedFrames) were decoded"
        }
        return nil
    }

    static let heading = line(
        "transport",
        "sender pair",
        "receiver pair",
        "relay",
        "codec",
        "picture",
        "frames",
        "first",
        "rtt"
    )

    /// A row of the table for people.
    var line: String {
        let row = Self.line(
            transport.uppercased(),
            "\(sender.local)-\(sender.remote)",
            "\(receiver.local)-\(receiver.remote)",
            "\(sender.relayProtocol)/\(receiver.relayProtocol)",
            receiver.codec.split(separator: "/").last.map(String.init) ?? "-",
            "\(receiver.width)x\(receiver.height)",
            "\(receiver.frames)",
            receiver.firstFrame.map { "\(Int($0.rounded())) ms" } ?? "-",
            receiver.roundTripTime.map { "\(Int($0.rounded())) ms" } ?? "-"
        )
        return problem.map { "\(row)  <- \($0)" } ?? row
    }

    private static func line(_ columns: String...) -> String {
        let widths = [-9, -12, -13, -7, -5, -8, 6, 8, 6]
        return zip(columns, widths).map { text, width in
            let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
            return width < 0 ? text + padding : padding + text
        }.joined(separator: " ")
    }
}
