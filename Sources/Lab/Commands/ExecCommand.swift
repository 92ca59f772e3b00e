internal import Arguments
internal import EventLoop
internal import Glibc
internal import JSON
internal import Namespaces

/// `castlab exec HOST -- COMMAND`.
struct ExecCommand {
    private let host: String
    private let command: [String]
    private let network: String?

    init(_ invocation: Invocation) throws(UsageError) {
        guard invocation.operands.count > 1 else {
            throw UsageError(command: "castlab exec", message: "COMMAND is missing")
        }
        host = invocation.operands[0]
        command = Array(invocation.operands[1...])
        network = invocation.value("network")
    }

    func perform() throws -> ExitCode {
        try MachineUnfit.requireRoot()
        let client = try ControlClient(network)
        let place = try client.ask(.enter(host: host))
        guard let pid = place["pid"]?.integer, let descriptor = place["descriptor"]?.integer else {
            throw NetworkEnded(name: client.name)
        }
        let namespace = try NetworkNamespace(
            of: CInt(clamping: pid),
            descriptor: CInt(clamping: descriptor),
            label: host
        )
        var program = try Program(named: command[0], arguments: Array(command[1...]))
        program.environment = environment(place["environment"]?.object?.compactMapValues(\.string) ?? [:])
        program.hostsFile = place["hosts"]?.string
        program.sharesTerminal = true
        // What the terminal sends is for the program.
        for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
        let child = try ChildProcess(program, in: namespace, output: .inherited, errors: .inherited)
        let signals = try SignalDescriptor([.terminate, .hangUp])
        return try wait(for: child, signals, client)
    }

    /// All of ours, since a person typed the command; and where the network's servers are.
    private func environment(_ additional: [String: String]) -> [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let mark = text.firstIndex(of: "=") {
                variables[String(text[..<mark])] = String(text[text.index(after: mark)...])
            }
            next += 1
        }
        return variables.merging(additional) { $1 }
    }

    /// Waits for the program; ends it when the network ends, or when we are told to.
    private func wait(
        for child: ChildProcess,
        _ signals: SignalDescriptor,
        _ client: ControlClient
    ) throws -> ExitCode {
        let poller = try Poller()
        try poller.add(client.descriptor, token: 1, interest: .read)
        try poller.add(signals.fileDescriptor, token: 2, interest: .read)
        try poller.add(child.endingDescriptor, token: 3, interest: .read)
        while true {
            let count = try poller.wait(until: nil)
            for index in 0..<count {
                switch poller[index].token {
                case 1:
                    child.endTree()
                    throw NetworkEnded(name: client.name)
                case 2: child.send(signal: signals.next() == .hangUp ? SIGHUP : SIGTERM)
                default:
                    guard let ending = child.wait(for: .zero) else { continue }
                    leave(ending)
                }
            }
        }
    }

    /// Ends as the program did: by its code, or by 128 and the signal's number, as shells have it.
    private func leave(_ ending: ChildProcess.Ending) -> Never {
        switch ending {
        case .exited(let code): exit(code)
        case .killed(let signal): exit(128 + signal)
        }
    }
}
