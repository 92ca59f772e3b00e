import Arguments
import Relay
import YAML

/// What was asked for on the command line.
struct ComparisonOptions {
    var extent = Comparison.Extent()
    var rival = Rival.coturn
    var printsJSON = false

    static let command = Arguments.Command(
        "relay-bench",
        about: "Load castrelay and Debian's coturn in turn and compare what they take of the processor.",
        options: [
            CommandOption("rounds", .value("N"), about: "How often each cell is measured; 3."),
            CommandOption("duration", .value("TIME"), about: "How long each time; 1s."),
            CommandOption(
                "workloads",
                .list("NAME"),
                about: "Of \(Workload.Kind.allCases.map(\.rawValue).joined(separator: ", ")); all."
            ),
            CommandOption("allocations", .value("N"), about: "How many to make, 0 for none; 5000."),
            CommandOption("no-bursts", about: "Leave the bursts out."),
            CommandOption("against", .value("FILE"), about: "Another castrelay to compare with, not coturn."),
            CommandOption("json", about: "Print one line of JSON."),
        ],
        examples: ["sudo relay-bench --rounds 5", "sudo relay-bench --workloads wire-inter --allocations 0"],
        notes: [
            "One worker each, tied to CPU 1, the generator tied to CPU 0, in network namespaces of its own.",
            "Exit codes: 0 measured, 1 packets were changed, doubled or misrouted, 2 wrong usage, 3 this machine",
            "cannot run it, 4 something started for the measurement did not do its part.",
        ]
    )

    init(_ invocation: Invocation) throws(UsageError) {
        printsJSON = invocation.has("json")
        extent.measuresBursts = !invocation.has("no-bursts")
        if let rounds = try Self.value("rounds", .wholeNumber(1...100), invocation) { extent.rounds = rounds }
        if let time = try Self.value("duration", .duration(BenchPlan.durations), invocation) {
            extent.duration = time
        }
        if let count = try Self.value("allocations", .wholeNumber(0...10_000), invocation) {
            extent.allocations = count
        }
        if let path = invocation.value("against") { rival = .castrelay(path: path) }
        if let names = invocation.values("workloads") {
            extent.kinds = try names.map { name throws(UsageError) in
                try Self.read("workloads", name, .choice())
            }
        }
    }

    private static func value<Value>(
        _ name: String,
        _ form: ValueForm<Value>,
        _ invocation: Invocation
    ) throws(UsageError) -> Value? {
        guard let text = invocation.value(name) else { return nil }
        return try read(name, text, form)
    }

    private static func read<Value>(
        _ name: String,
        _ text: String,
        _ form: ValueForm<Value>
    ) throws(UsageError) -> Value {
        do throws(ValueRefusal) {
            return try form.read(text)
        } catch {
            throw UsageError(command: "relay-bench", message: "--\(name): \(error)")
        }
    }
}
