internal import JSON
internal import Scenario

/// What the holder of a network is asked for, one line of JSON for each.
enum ControlRequest: Hashable {
    /// Who is there.
    case describe
    /// How to enter a host; while the connection stays open, the network is known to be up.
    case enter(host: String)
    /// Let something happen to a host, for a time or for good.
    case event(host: String, interface: String?, words: [String], duration: Duration?)
    /// What packets met so far.
    case report
    /// End it.
    case down

    var line: String {
        switch self {
        case .describe: JSONText.line(["do": "describe"] as JSONValue)
        case .enter(let host): JSONText.line(["do": "enter", "host": .string(host)] as JSONValue)
        case .event(let host, let interface, let words, let duration):
            JSONText.line(
                [
                    "do": "event", "host": .string(host),
                    "interface": interface.map { .string($0) } ?? .null,
                    "words": .array(words.map { .string($0) }),
                    "for_ms": duration.map { .integer(Int64($0 / .milliseconds(1))) } ?? .null,
                ] as JSONValue
            )
        case .report: JSONText.line(["do": "report"] as JSONValue)
        case .down: JSONText.line(["do": "down"] as JSONValue)
        }
    }

    /// Nil for a line that is none.
    init?(line: String) {
        guard let value = try? JSONValue(decoding: line.utf8) else { return nil }
        switch value["do"]?.string {
        case "describe": self = .describe
        case "report": self = .report
        case "down": self = .down
        case "enter":
            guard let host = value["host"]?.string else { return nil }
            self = .enter(host: host)
        case "event":
            guard let host = value["host"]?.string, let words = value["words"]?.array else { return nil }
            self = .event(
                host: host,
                interface: value["interface"]?.string,
                words: words.compactMap(\.string),
                duration: value["for_ms"]?.integer.map { .milliseconds($0) }
            )
        default: return nil
        }
    }
}
