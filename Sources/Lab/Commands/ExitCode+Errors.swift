internal import Arguments
internal import Glibc
internal import Namespaces
internal import Scenario
internal import YAML

extension ExitCode {
    /// How a command ends that met this error.
    init(of error: any Error) {
        switch error {
        case is VerbRefusal, is UnknownHost, is UnknownInterface, is UnknownCondition, is NoNetwork,
            is RequestRefused, is NetworkIsUp, is VerbImpossible, is MissingProgram,
            is UnknownTopology, is MissingTopologies, is YAMLProblems:
            self = .usage
        case is KernelError, is MachineUnfit:
            self = .cannotRun
        case is NetworkEnded:
            self = .failed
        default:
            self = .internalError
        }
    }
}

/// What this machine lacks.
struct MachineUnfit: Error, Hashable, CustomStringConvertible {
    let description: String

    /// Throws unless the process may make namespaces.
    static func requireRoot() throws {
        guard geteuid() == 0 else {
            throw MachineUnfit(description: "network namespaces need root; start it with sudo")
        }
    }
}
