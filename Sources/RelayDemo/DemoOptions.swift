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
    var parts = Part.allCases
    /// The directory that pictures of the browsers' pages are written to.
    var screenshots: String?

    /// What there is to be shown.
    enum Part: String, CaseIterable {
        /// coturn's client relays messages.
        case messages
        /// One browser casts to another.
        case cast
    }

    /// An argument that is not understood: which, and what is accepted.
    struct UsageError: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    static let help = """
        Usage: relay-demo [--only messages|cast] [--relay castrelay|coturn] [--screenshots DIR] [--json]

        Builds a network of its own (a switch and three hosts, nothing of it outside) and shows the relay at work:
        coturn's client relays 1,600 messages to a peer and back over UDP, over TCP and over TLS; then a Chromium
        page casts H.264 to a page of another Chromium, both through the relay alone, over each transport in turn,
        with the servers and the credential that the relay's ice-config endpoint gives a signed-in user. Needs root.

          --only PART        messages or cast
          --relay NAME       the relay for the messages: castrelay (the default), or coturn, as a control
          --screenshots DIR  write pictures of both pages, as they are at the end of each cast
          --json             print the result as one JSON object
          --version          print the version
          --help             print this

        Exit codes: 0 everything arrived, 1 something did not, 2 wrong usage, 3 this machine cannot run it
        (no root, a program is missing), 4 a program started for the demo did not do its part.

        Example: sudo relay-demo --only cast --screenshots /tmp
        """

    init() {}

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": printsJSON = true
            case "--help", "-h": request = .help
            case "--version": request = .version
            case "--relay": server = try Self.value(of: argument, &rest)
            case "--only": parts = [try Self.value(of: argument, &rest)]
            case "--screenshots":
                guard let directory = rest.popFirst() else {
                    throw UsageError(description: "--screenshots wants a directory")
                }
                screenshots = directory
            default:
                throw UsageError(
                    description:
                        "'\(argument)' is not accepted: --only PART, --relay NAME, --screenshots DIR, "
                        + "--json, --version or --help"
                )
            }
        }
        if screenshots != nil, !parts.contains(.cast) {
            throw UsageError(description: "--screenshots is of the cast, which --only messages leaves out")
        }
        if server != .castrelay, !parts.contains(.messages) {
            throw UsageError(description: "--relay is for the messages, which --only cast leaves out")
        }
    }

    private static func value<Value: RawRepresentable & CaseIterable>(
        of option: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Value where Value.RawValue == String {
        let names = Value.allCases.map(\.rawValue).joined(separator: " or ")
        guard let name = rest.popFirst() else {
            throw UsageError(description: "\(option) wants a name: \(names)")
        }
        guard let value = Value(rawValue: name) else {
            throw UsageError(description: "\(option): '\(name)' is not accepted: \(names)")
        }
        return value
    }
}
