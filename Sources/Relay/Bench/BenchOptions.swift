import Arguments
import SansIO
import YAML

/// The options of `castrelay bench`, and the plan that they make.
struct BenchOptions {
    private let invocation: Invocation

    init(_ invocation: Invocation) {
        self.invocation = invocation
    }

    static let all = [
        CommandOption("server", .value("IP[:PORT]"), about: "The server to try; port 3478, with TLS 5349."),
        CommandOption("peer-address", .value("IP"), about: "An address of this machine for the peers."),
        CommandOption("client-address", .value("IP"), about: "One for the clients; that of the peers."),
        CommandOption("mode", .value("relay|allocations|burst|direct"), about: "What to measure; relay."),
        CommandOption("transport", .value("udp|tcp|tls"), about: "How clients reach the server; udp."),
        CommandOption("clients", .value("N"), about: "Allocations, each with a peer of its own; 10."),
        CommandOption("bytes", .value("N"), about: "The application's bytes in a packet; 1200."),
        CommandOption("direction", .value("up|down|both"), about: "Up is from client to peer; up."),
        CommandOption(
            "pattern",
            .value("interleaved|bursts|super-packets"),
            about: "One packet of each flow in turn, 16 of one flow, or 16 handed over as one; interleaved."
        ),
        CommandOption("framing", .value("channels|indications"), about: "How clients frame data; channels."),
        CommandOption("window", .value("N"), about: "Packets under way at any time; 64."),
        CommandOption("rate", .value("N"), about: "Packets per second, instead of a window."),
        CommandOption("duration", .value("TIME"), about: "How long to measure, at most 60s; 5s."),
        CommandOption(
            "server-pid",
            .value("PID"),
            about: "The server's process on this machine, for its CPU."
        ),
        CommandOption("cpu", .value("N"), about: "Tie the generator to this CPU."),
        CommandOption("tls-authority", .value("FILE"), about: "PEM file to believe; the system's."),
        CommandOption("server-name", .value("NAME"), about: "What the certificate must show; the address."),
    ]

    /// The plan; throws what is wrong with the first option that is.
    func plan() throws(UsageError) -> BenchPlan {
        let transport = try value("transport", .choice(BenchTransport.self))?.transport ?? .udp
        guard let server = try value("server", Self.server(port: transport == .tls ? 5349 : 3478)) else {
            throw error("--server is missing: --server IP[:PORT]")
        }
        guard let peers = try value("peer-address", .ownAddress) else {
            throw error("--peer-address is missing: --peer-address IP")
        }
        let clients = try value("client-address", .ownAddress) ?? peers
        guard clients.family == server.address.family else {
            throw error(
                "--client-address: \(clients) does not reach \(server.address), of another IP version"
            )
        }
        var plan = BenchPlan(server: server, clientAddress: clients, peerAddress: peers)
        plan.transport = transport
        try set(\.mode, "mode", .choice(), of: &plan)
        try set(\.direction, "direction", .choice(), of: &plan)
        try set(\.pattern, "pattern", .choice(), of: &plan)
        try set(\.framing, "framing", .choice(), of: &plan)
        try set(\.clients, "clients", .wholeNumber(BenchPlan.clientCounts), of: &plan)
        try set(\.payloadLength, "bytes", .wholeNumber(BenchPlan.payloadLengths), of: &plan)
        try set(\.duration, "duration", .duration(BenchPlan.durations), of: &plan)
        plan.serverPID = try value("server-pid", .wholeNumber(1...4_194_304))
        plan.tlsAuthority = try value("tls-authority", .path)
        plan.serverName = try value("server-name", .text(upTo: 253))
        try setPace(of: &plan)
        return plan
    }

    /// The CPU to tie the generator to.
    func cpu() throws(UsageError) -> Int? {
        try value("cpu", .wholeNumber(0...1023))
    }

    private func setPace(of plan: inout BenchPlan) throws(UsageError) {
        let window = try value("window", .wholeNumber(BenchPlan.windows))
        let rate = try value("rate", .wholeNumber(BenchPlan.rates))
        guard window == nil || rate == nil else {
            throw error("--window and --rate exclude each other: a closed loop or an open one")
        }
        if let window { plan.pace = .window(window) }
        if let rate { plan.pace = .rate(rate) }
    }

    private func set<Value>(
        _ property: WritableKeyPath<BenchPlan, Value>,
        _ name: String,
        _ form: ValueForm<Value>,
        of plan: inout BenchPlan
    ) throws(UsageError) {
        if let value = try value(name, form) { plan[keyPath: property] = value }
    }

    private func value<Value>(_ name: String, _ form: ValueForm<Value>) throws(UsageError) -> Value? {
        guard let text = invocation.value(name) else { return nil }
        do throws(ValueRefusal) {
            return try form.read(text)
        } catch {
            throw self.error("--\(name): \(error)")
        }
    }

    private func error(_ message: String) -> UsageError {
        UsageError(command: "castrelay bench", message: message)
    }

    private static func server(port: UInt16) -> ValueForm<Endpoint> {
        ValueForm(
            accepted:
                "an address, or an address and a port, such as 192.0.2.10, 192.0.2.10:3478, [2001:db8::1]:3478",
            placeholder: "IP[:PORT]"
        ) { (text) throws(ValueHint) in
            if let endpoint = Endpoint(text) {
                guard endpoint.port > 0 else { throw ValueHint("port 0 is nobody's") }
                return endpoint
            }
            let address = try AddressText.read(text, portHint: "an address")
            return Endpoint(address, port)
        }
    }
}

/// The transports by the names that people write.
private enum BenchTransport: String, CaseIterable, Sendable {
    case udp
    case tcp
    case tls

    var transport: TransportProtocol {
        switch self {
        case .udp: .udp
        case .tcp: .tcp
        case .tls: .tls
        }
    }
}
