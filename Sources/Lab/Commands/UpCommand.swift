internal import Arguments
internal import EventLoop
internal import Glibc
internal import Namespaces
internal import SansIO
internal import Scenario
internal import Trial
internal import VirtualNetwork
internal import YAML

/// `castlab up NETWORK`.
struct UpCommand {
    private let networkName: String
    private let name: String
    private let seed: UInt64
    private let condition: String?
    private let directory: String?
    private let captureFile: String?
    private let detaches: Bool
    private let proves: Bool
    private let showsProof: Bool
    private let longestTimeout: Duration

    init(_ invocation: Invocation) throws {
        networkName = invocation.operands[0]
        name = try invocation.value("as").map(Self.networkName) ?? networkName
        seed =
            try invocation.value("seed").map { text in
                try EventCommand.read(text, .wholeNumber(0...UInt64.max), "--seed")
            } ?? 1
        condition = invocation.value("condition")
        directory = invocation.value("topologies")
        captureFile = invocation.value("pcap")
        detaches = invocation.has("detach")
        proves = !invocation.has("no-proof")
        showsProof = invocation.has("show-proof")
        longestTimeout =
            try invocation.value("prove-timeouts").map { text in
                try EventCommand.read(text, .duration(.seconds(1) ... .seconds(3600)), "--prove-timeouts")
            } ?? .zero
    }

    /// What a network may be called: a name that other commands can be given.
    private static func networkName(_ text: String) throws(UsageError) -> String {
        let isClean = text.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
        guard isClean, (1...40).contains(text.utf8.count), !text.hasPrefix("-") else {
            throw UsageError(
                command: "castlab up",
                message: "--as: got \(quoted(text)); accepted: 1 to 40 of a-z, 0-9 and -"
            )
        }
        return text
    }

    func perform() throws -> ExitCode {
        try MachineUnfit.requireRoot()
        let library = try TopologyDirectory(directory).library
        let description = try library.network(networkName)
        let plan = NetworkPlan(description, condition: try condition.map { try library.condition($0).link })
        guard ControlSocket.names().allSatisfy({ $0 != name }) else { throw NetworkIsUp(name: name) }
        if detaches { return try detach() }
        return try hold(plan, library)
    }

    private func hold(_ plan: NetworkPlan, _ library: TopologyLibrary) throws -> ExitCode {
        // Before any other thread, so that no thread is ended by what this one waits for.
        let signals = try SignalDescriptor([.interrupt, .terminate, .hangUp])
        let files = try TemporaryDirectory()
        defer {
            ChildProcess.endAllTrees()
            files.remove()
        }
        var lab = LabPlan(plan, library)
        lab.addProvers(to: plan)
        let engine = try NetworkEngine()
        try EngineCeiling.require(lab.wiring, engine)
        let started = EventLoop.MonotonicClock.now()
        let network = try LabNetwork(lab, seed: seed, engine: engine)
        let built = EventLoop.MonotonicClock.now()
        Terminal.show(NetworkDrawing(plan).text)
        Terminal.show("")
        if proves, try !prove(network, plan.description) { return .cannotRun }
        let relays = try startRelays(plan, network, files)
        let capture = try captureFile.map { try NetworkCapture($0, of: network) }
        defer { capture?.end() }
        let held = try HeldNetwork(
            network,
            as: name,
            environment: relays.first?.environment ?? [:]
        ) { line in
            Terminal.show(line)
            capture?.remark("event: \(line)")
        }
        try held.listen()
        Terminal.show(
            "\(name) is up: built in \((built - started).inMilliseconds), seed \(seed). "
                + "Run programs in it with: castlab exec HOST -- COMMAND"
        )
        try held.wait(for: signals)
        withExtendedLifetime(relays) {}
        let report = try network.report()
        network.remove()
        for fault in report.faults { Terminal.complain("INVALID: \(fault)") }
        return .passed
    }

    /// Shows what was measured; false when that is not what was asked for.
    private func prove(_ network: LabNetwork, _ description: NetworkDescription) throws -> Bool {
        let castrelay = "\(OwnProgram.directory)/castrelay"
        var proof = NetworkProof(network, description, castrelay: castrelay)
        proof.longestTimeout = longestTimeout
        var findings: [ProofFinding] = []
        var broken: [ProofFinding] = []
        for attempt in 1...3 {
            findings = try proof.findings { Terminal.complain("proof: \($0) ...") }
            broken = findings.filter { !$0.holds }
            // A machine that was busy says nothing about the network.
            guard attempt < 3, broken.contains(where: { $0.place == NetworkProof.engine }) else { break }
            Terminal.complain("proof: \(broken[0].sentence); once more")
        }
        for finding in showsProof ? findings : broken {
            let mark = finding.holds ? Terminal.style.good("ok  ") : Terminal.style.bad("FAIL")
            Terminal.show("\(mark)  \(finding.sentence)")
        }
        guard broken.isEmpty else {
            Terminal.complain("castlab up: this is not the network that was asked for, see above")
            return false
        }
        Terminal.show("proved: \(findings.count) properties are as asked")
        return true
    }

    private func startRelays(
        _ plan: NetworkPlan,
        _ network: LabNetwork,
        _ files: TemporaryDirectory
    ) throws -> [NetworkRelay] {
        let program = "\(OwnProgram.directory)/castrelay"
        return try plan.description.hosts.filter { $0.role == .relay }.map { host in
            let own = try network.host(host.name)
            let addresses = own.plan.interfaces.flatMap { $0.addresses.map(\.address) }
            let outside = plan.publicAddress(of: host.name).flatMap { addresses.contains($0) ? nil : $0 }
            return try NetworkRelay(
                program,
                on: own,
                of: network,
                advertising: outside,
                files
            )
        }
    }

    /// Starts the same command in a session of its own, and returns when it has said that the network is up.
    private func detach() throws -> ExitCode {
        let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--detach" }
        let child = try DetachedProcess(OwnProgram.path, Array(arguments))
        while let line = child.nextLine() {
            Terminal.show(line)
            if line.hasPrefix("\(name) is up") { return .passed }
        }
        return ExitCode(rawValue: child.exitCode()) ?? .internalError
    }
}

extension LabPlan {
    /// What the lab builds of a planned network.
    init(_ plan: NetworkPlan, _ library: TopologyLibrary) {
        // Read once, here: the closure is called on other threads.
        var links: [String: NetworkWiring.LinkPair] = [:]
        for name in library.names(of: .conditions) { links[name] = try? library.condition(name).link }
        let known = links
        self.init(
            hosts: plan.hosts,
            wiring: plan.wiring,
            signalingAddresses: Set(plan.addresses(of: .backend))
        ) { name in
            guard let link = known[name] else {
                throw UnknownTopology(kind: .conditions, name: name, accepted: known.keys.sorted())
            }
            return link
        }
    }
}
