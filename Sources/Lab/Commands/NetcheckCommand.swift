internal import Arguments
internal import EventLoop
internal import Glibc
internal import JSON
internal import NetworkCheck
internal import SansIO
internal import YAML

/// `castlab netcheck`: what the network that this program runs in means for a call.
///
/// It needs nothing of the lab: run by `castlab exec` it looks at a host of a network, run by itself at this
/// machine's own.
struct NetcheckCommand {
    private let server: String
    private let printsJSON: Bool
    private let longestTimeout: Duration?

    init(_ invocation: Invocation) throws {
        let named = getenv("CASTLAB_STUN").map { String(cString: $0) }
        guard let server = invocation.value("server") ?? named, !server.isEmpty else {
            throw UsageError(
                command: "castlab netcheck",
                message:
                    "which server? Give --server HOST[:PORT], a STUN server with two addresses if it can be"
            )
        }
        self.server = server
        printsJSON = invocation.has("json")
        longestTimeout = try invocation.value("timeouts").map { text in
            try EventCommand.read(text, .duration(.seconds(10) ... .seconds(3600)), "--timeouts")
        }
    }

    func perform() throws -> ExitCode {
        let (host, port) = try Self.place(server)
        let address = try Self.address(of: host)
        let endpoint = Endpoint(address, port)
        let own = try Self.sourceAddress(towards: endpoint)
        let nat = try DiscoveryRun.perform(
            server: endpoint,
            from: own.address,
            seed: MonotonicClock.now().nanoseconds
        )
        var observation = NetworkObservation(server: endpoint, nat: nat)
        observation.mtu = own.mtu
        if let longestTimeout, nat.isReached {
            Terminal.complain("netcheck: waiting until idle flows are forgotten ...")
            observation.lifetime = try DiscoveryRun.lifetime(
                server: endpoint,
                from: own.address,
                idleTimes: Self.idleTimes.filter { $0 <= longestTimeout },
                seed: MonotonicClock.now().nanoseconds
            )
        }
        observation.interfaces = try InterfaceAddresses.current().filter { $0.isUp && !$0.isLoopback }
            .map { ($0.name, $0.address) }
        observation.tcp = TCPTrial.time(to: endpoint)
        observation.port443 = TCPTrial.time(to: Endpoint(address, 443))
        show(observation.findings)
        return observation.findings.contains { $0.grade == .problem } ? .failed : .passed
    }

    private static let idleTimes: [Duration] = [10, 20, 30, 45, 60, 90, 120, 180, 300, 600].map {
        .seconds($0)
    }

    private func show(_ findings: [NetworkFinding]) {
        guard !printsJSON else { return Terminal.show(JSONText.encode(findings)) }
        let style = Terminal.style
        let width = findings.map(\.subject.count).max() ?? 0
        for finding in findings {
            let mark =
                switch finding.grade {
                case .good: style.good("✓")
                case .notice: style.doubtful("!")
                case .problem: style.bad("✗")
                }
            let subject = finding.subject + String(repeating: " ", count: width - finding.subject.count)
            Terminal.show("\(mark) \(subject)  \(finding.found)")
            if !finding.meaning.isEmpty {
                Terminal.show(String(repeating: " ", count: width + 4) + style.faint(finding.meaning))
            }
        }
    }

    /// "HOST", "HOST:PORT", "[V6]:PORT" or a stun: URI.
    private static func place(_ text: String) throws(UsageError) -> (host: String, port: UInt16) {
        let bare = text.hasPrefix("stun:") ? String(text.dropFirst(5)) : text
        if let endpoint = Endpoint(bare) { return ("\(endpoint.address)", endpoint.port) }
        if IPAddress(bare) != nil { return (bare, 3478) }
        let parts = bare.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 1, !bare.isEmpty { return (bare, 3478) }
        guard parts.count == 2, !parts[0].isEmpty, let port = UInt16(parts[1]), port > 0 else {
            throw UsageError(
                command: "castlab netcheck",
                message: "--server: got \"\(text)\"; accepted: HOST, HOST:PORT, [IPV6]:PORT or stun:HOST:PORT"
            )
        }
        return (String(parts[0]), port)
    }

    private static func address(of host: String) throws -> IPAddress {
        let lookup = try NameLookup(of: host)
        var waiting = pollfd(fd: lookup.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 10_000) > 0, let outcome = lookup.outcome else {
            throw MachineUnfit(description: "no name server answers for \(host) within 10 s")
        }
        let addresses: [IPAddress]
        do throws(NameLookup.Failure) { addresses = try outcome.get() } catch {
            throw MachineUnfit(description: "\(host): \(error)")
        }
        guard let address = addresses.first(where: { $0.family == .v4 }) ?? addresses.first else {
            throw MachineUnfit(description: "\(host) has no address")
        }
        return address
    }

    /// The address that the system sends from, and the MTU it knows of the way.
    private static func sourceAddress(
        towards server: Endpoint
    ) throws -> (address: IPAddress, mtu: Int?) {
        let socket = try UDPSocket(bindingTo: Endpoint(.unspecified(server.address.family), 0))
        guard let own = socket.sourceAddress(towards: server) else {
            throw MachineUnfit(description: "there is no way from here to \(server): no route")
        }
        return own
    }
}
