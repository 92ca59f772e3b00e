internal import Arguments
internal import Namespaces

/// `castlab down`: ends one network, or the only one.
struct DownCommand {
    private let names: [String]

    init(_ invocation: Invocation) {
        names = invocation.operands
    }

    func perform() throws -> ExitCode {
        for name in names.isEmpty ? [nil] : names.map(Optional.some) {
            try Self.end(ControlClient(name))
        }
        return .passed
    }

    /// Ends a network and returns when nothing of it is left.
    static func end(_ client: ControlClient) throws {
        _ = try client.ask(.down)
        client.waitForEnd()
        Terminal.show("\(client.name) is down")
    }
}

/// `castlab clean`: ends all networks of this user.
///
/// What a killed run leaves is nothing but directories of temporary files: namespaces, devices and processes
/// end with their owner, whatever ends it.
struct CleanCommand {
    func perform() throws -> ExitCode {
        for name in ControlSocket.names() {
            guard let client = try? ControlClient(name) else { continue }
            try DownCommand.end(client)
        }
        let removed = TemporaryDirectory.removeAbandoned()
        if removed > 0 { Terminal.show("removed \(removed) directories that killed runs had left") }
        return .passed
    }
}
