import Glibc
import Namespaces
import SansIO

/// A run of coturn's `turnutils_uclient`: allocations through which messages go to a peer and come back.
struct CoturnClient {
    /// How it reaches the relay.
    enum Transport: String, CaseIterable, Sendable {
        case udp
        case tcp
        case tls
    }

    /// What a run said.
    struct Report {
        /// Nil when it never got as far as relaying.
        let loss: LossLine?
        let output: String
        let ending: ChildProcess.Ending?
        /// How long it took.
        let duration: Duration
    }

    var transport = Transport.udp
    /// The relay's address.
    var relay: IPAddress
    /// The echo peer; nil to send from one relayed address to another of the same relay.
    var peer: IPAddress?
    var credential: Credential
    /// The certificate a TLS server has to show.
    var authority: String
    var sessions = 4
    var messagesPerSession = 400
    /// In bytes.
    var messageLength = 1200
    /// Between two messages of a session, in milliseconds.
    var interval = 5
    /// Speaks TLS itself, where it loses messages of its own accord, instead of through a `TLSTunnel`.
    var usesItsOwnTLS = false
    /// More options, as `turnutils_uclient` writes them.
    var options: [String] = []

    /// Runs it in `namespace`, at most `limit`.
    func run(in namespace: NetworkNamespace, limit: Duration = .seconds(60)) throws -> Report {
        let tunnel =
            transport == .tls && !usesItsOwnTLS
            ? try TLSTunnel(to: relay, authority: authority, in: namespace) : nil
        defer { tunnel?.stop() }
        let start = MonotonicClock.now
        let child = try ChildProcess(try program(), in: namespace)
        let ending = child.wait(for: limit)
        if ending == nil { child.endTree() }
        let output = child.output.text + child.errors.text + (tunnel?.complaints ?? "")
        return Report(
            loss: LossLine(output: output),
            output: output,
            ending: ending,
            duration: MonotonicClock.now - start
        )
    }

    private func program() throws -> Program {
        var arguments = ["-u", credential.username, "-w", credential.credential]
        arguments += ["-m", "\(sessions)", "-n", "\(messagesPerSession)"]
        arguments += ["-l", "\(messageLength)", "-z", "\(interval)"]
        var server = relay
        switch transport {
        case .udp: arguments += ["-p", "\(RelayProcess.port)"]
        case .tcp: arguments += ["-t", "-p", "\(RelayProcess.port)"]
        case .tls where usesItsOwnTLS:
            arguments += ["-t", "-S", "-E", authority, "-p", "\(RelayProcess.tlsPort)"]
        case .tls:
            arguments += ["-t", "-p", "\(TLSTunnel.port)"]
            server = TLSTunnel.address
        }
        if let peer {
            arguments += ["-e", "\(peer)", "-r", "\(EchoPeer.port)"]
        } else {
            arguments.append("-y")
        }
        arguments += options
        arguments.append("\(server)")
        return try Program(named: "turnutils_uclient", arguments: arguments)
    }
}
