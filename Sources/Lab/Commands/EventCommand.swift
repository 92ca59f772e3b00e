internal import Arguments
internal import JSON
internal import Scenario
internal import YAML

/// `castlab event HOST VERB`.
struct EventCommand {
    private let host: String
    private let words: [String]
    private let network: String?
    private let interface: String?
    private let duration: Duration?

    init(_ invocation: Invocation) throws {
        host = invocation.operands[0]
        words = Array(invocation.operands.dropFirst())
        network = invocation.value("network")
        interface = invocation.value("interface")
        duration = try invocation.value("for").map { text in
            try Self.read(text, .duration(.milliseconds(1) ... .seconds(3600)), "--for")
        }
        // Refused here already, so that a mistake is told before anything is asked.
        let verb = try HostVerb(words: words)
        guard duration == nil || verb.undone != nil else {
            throw UsageError(
                command: "castlab event",
                message: "--for: \"\(words.joined(separator: " "))\" does not last, so there is no undoing it"
            )
        }
    }

    func perform() throws -> ExitCode {
        let answer = try ControlClient(network).ask(
            .event(host: host, interface: interface, words: words, duration: duration)
        )
        let until = duration.map { ", for \($0.quantityText)" } ?? ""
        Terminal.show("\(answer["time"]?.string ?? "")  \(host)  \(words.joined(separator: " "))\(until)")
        return .passed
    }

    static func read<Value>(
        _ text: String,
        _ form: ValueForm<Value>,
        _ option: String
    ) throws(UsageError) -> Value {
        do throws(ValueRefusal) {
            return try form.read(text)
        } catch {
            throw UsageError(command: "castlab", message: "\(option): \(error)")
        }
    }
}
