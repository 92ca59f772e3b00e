import Arguments

/// Why a probe does not begin.
enum ProbeRefusal: Error {
    case usage(UsageError)
    case configuration(ConfigurationProblems)

    var outcome: CommandOutcome {
        switch self {
        case .usage(let error): CommandOutcome(errors: error.description, exitCode: error.exitCode)
        case .configuration(let problems): CommandOutcome(problems)
        }
    }
}
