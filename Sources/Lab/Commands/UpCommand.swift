internal import Arguments
internal import EventLoop
internal import Glibc
internal import SansIO
internal import YAML

/// `castlab up NETWORK`.
struct UpCommand {
    private let networkName: String
    private let name: String
    private let seed: UInt64
    private let condition: String?
    private let detaches: Bool

    init(_ invocation: Invocation) throws {
        networkName = invocation.operands[0]
        name = invocation.value("as") ?? networkName
        seed =
            try invocation.value("seed").map { text in
                try EventCommand.read(text, .wholeNumber(0...UInt64.max), "--seed")
            } ?? 1
        condition = invocation.value("condition")
        detaches = invocation.has("detach")
    }

    func perform() throws -> ExitCode {
        try MachineUnfit.requireRoot()
        return .passed
    }
}
