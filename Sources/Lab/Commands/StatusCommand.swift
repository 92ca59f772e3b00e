internal import Arguments
internal import JSON

/// `castlab status`: what is up, and whether its packets were on time.
struct StatusCommand {
    private let network: String?
    private let printsJSON: Bool

    init(_ invocation: Invocation) {
        network = invocation.value("network")
        printsJSON = invocation.has("json")
    }

    func perform() throws -> ExitCode {
        let names = network.map { [$0] } ?? ControlSocket.names()
        var all: [JSONValue] = []
        for name in names {
            let client = try ControlClient(name)
            let network = try client.ask(.describe)
            let report = try client.ask(.report)
            all.append(["name": .string(name), "network": network, "report": report])
            if !printsJSON { Terminal.show(text(name, network, report)) }
        }
        if printsJSON { Terminal.show(JSONText.encode(JSONValue.array(all))) }
        if names.isEmpty, !printsJSON { Terminal.show("no network is up") }
        return .passed
    }

    private func text(_ name: String, _ network: JSONValue, _ report: JSONValue) -> String {
        let rows = (network["hosts"]?.array ?? []).map { host in
            [host["name"]?.string ?? "", host["interfaces"]?.string ?? "", host["runs"]?.string ?? ""]
        }
        let faults = report["faults"]?.array?.compactMap(\.string) ?? []
        let lateness = report["lateness"]?.string ?? ""
        let verdict =
            faults.isEmpty ? "on time (\(lateness))" : "INVALID: \(faults.joined(separator: "; "))"
        let packets = report["delivered"]?.integer ?? 0
        return """
            \(name) (seed \(network["seed"]?.integer ?? 0)): \(packets) packets delivered, \(verdict)
            \(Terminal.table(rows, indent: "  "))
            """
    }
}
