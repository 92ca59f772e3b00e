import JSON

/// What is to be said of one leg: how it went, what was found, what to do about it.
struct ProbeJudgement: Hashable, Sendable {
    /// How a leg went.
    enum Outcome: String, Hashable, Sendable, CaseIterable {
        case passed
        /// It works, and something about it is doubtful.
        case warning
        case failed
        /// It was not tried, or shows nothing, because of something else.
        case skipped
    }

    var outcome: Outcome
    /// What was found, in one line.
    var detail: String
    /// What to do first; nil when there is nothing to do.
    var fix: String?
    /// The same for programs.
    var facts: [String: JSONValue] = [:]
    /// What the leg has measured, where that is less than the time it took.
    var measured: Duration?

    static func passed(_ detail: String, _ facts: [String: JSONValue] = [:]) -> ProbeJudgement {
        ProbeJudgement(outcome: .passed, detail: detail, facts: facts)
    }

    static func warning(
        _ detail: String,
        fix: String,
        _ facts: [String: JSONValue] = [:]
    ) -> ProbeJudgement {
        ProbeJudgement(outcome: .warning, detail: detail, fix: fix, facts: facts)
    }

    static func failed(
        _ detail: String,
        fix: String,
        _ facts: [String: JSONValue] = [:]
    ) -> ProbeJudgement {
        ProbeJudgement(outcome: .failed, detail: detail, fix: fix, facts: facts)
    }

    static func skipped(_ detail: String, _ facts: [String: JSONValue] = [:]) -> ProbeJudgement {
        ProbeJudgement(outcome: .skipped, detail: detail, facts: facts)
    }

    /// The same with more facts.
    func with(_ more: [String: JSONValue]) -> ProbeJudgement {
        var copy = self
        copy.facts.merge(more) { _, new in new }
        return copy
    }
}
