/// What was asked for on the command line.
struct DemoOptions: Equatable {
    enum Request: Equatable {
        case run
        case help
        case version
    }

    var request = Request.run
    var server = RelayServer.castrelay
    var printsJSON = false

    /// An argument that is not understood: which, and what is accepted.
    struct UsageError: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    static let help = """
        Usage: relay-demo [--relay castrelay|coturn] [--json]

        Builds a network of its own (a switch and three hosts, nothing of it outside), starts the relay in one
        host, an echo peer in another, and lets coturn's client in the third relay 1,600 messages to the peer
        and back: over UDP, over TCP and over TLS. Needs root.

          --relay NAME   the relay to try: castrelay (the default), or coturn, as a control
          --json         print the result as one JSON object
          --version      print the version
          --help         print this

        Exit codes: 0 all messages came back, 1 some did not, 2 wrong usage, 3 this machine cannot run it
        (no root, a program is missing), 4 a program started for the demo did not do its part.

        Example: sudo relay-demo --json
        """

    init() {}

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": printsJSON = true
            case "--help", "-h": request = .help
            case "--version": request = .version
            case "--relay":
                let names = RelayServer.allCases.map(\.rawValue).joined(separator: " or ")
                guard let name = rest.popFirst() else {
                    throw UsageError(description: "--relay wants a name: \(names)")
                }
                guard let server = RelayServer(rawValue: name) else {
                    throw UsageError(description: "--relay: '\(name)' is not accepted: \(names)")
                }
                self.server = server
            default:
                throw UsageError(
                    description: "'\(argument)' is not accepted: --relay NAME, --json, --version or --help"
                )
            }
        }
    }
}
