internal import Arguments
internal import JSON
internal import Scenario

/// `castlab list`: the networks and conditions there are.
struct ListCommand {
    private let directory: String?
    private let tag: String?
    private let printsJSON: Bool

    init(_ invocation: Invocation) {
        directory = invocation.value("topologies")
        tag = invocation.value("tag")
        printsJSON = invocation.has("json")
    }

    func perform() throws -> ExitCode {
        let library = try TopologyDirectory(directory).library
        let networks = try library.names(of: .networks).map(library.network).filter { network in
            tag.map { network.tags.contains($0) } ?? true
        }
        let conditions = tag == nil ? try library.names(of: .conditions).map(library.condition) : []
        guard !printsJSON else {
            Terminal.show(
                JSONText.encode(
                    [
                        "networks": .array(
                            networks.map { network in
                                [
                                    "name": .string(network.name), "about": .string(network.about),
                                    "tags": .array(network.tags.map { .string($0) }),
                                ]
                            }
                        ),
                        "conditions": .array(
                            conditions.map { condition in
                                [
                                    "name": .string(condition.name), "about": .string(condition.about),
                                    "source": .string(condition.source),
                                    "confidence": .string(condition.confidence.rawValue),
                                ]
                            }
                        ),
                    ] as JSONValue
                )
            )
            return .passed
        }
        let style = Terminal.style
        Terminal.show(style.bold("Networks"))
        Terminal.show(Terminal.table(networks.map { [$0.name, $0.about] }, indent: "  "))
        guard tag == nil else { return .passed }
        Terminal.show("")
        Terminal.show(style.bold("Conditions"))
        Terminal.show(
            Terminal.table(
                conditions.map { [$0.name, NetworkDrawing.link($0.link, nil), $0.about] },
                indent: "  "
            )
        )
        return .passed
    }
}

/// `castlab show NETWORK`: the network drawn, or a condition in figures.
struct ShowCommand {
    private let name: String
    private let directory: String?

    init(_ invocation: Invocation) {
        name = invocation.operands[0]
        directory = invocation.value("topologies")
    }

    func perform() throws -> ExitCode {
        let library = try TopologyDirectory(directory).library
        guard !library.names(of: .conditions).contains(name) || library.names(of: .networks).contains(name)
        else {
            let condition = try library.condition(name)
            Terminal.show(
                """
                \(condition.name): \(condition.about)
                \(NetworkDrawing.link(condition.link, nil))
                source: \(condition.source) (\(condition.confidence.rawValue))
                """
            )
            return .passed
        }
        Terminal.show(NetworkDrawing(NetworkPlan(try library.network(name))).text)
        return .passed
    }
}
