internal import Glibc
internal import JSON
internal import Namespaces

/// A connection to the process that holds a network.
final class ControlClient {
    private let connection: FileDescriptor
    /// The network's name.
    let name: String

    /// Connects to a network by its name, or to the only one that is up.
    init(_ wanted: String?) throws {
        let names = ControlSocket.names()
        guard let name = wanted ?? (names.count == 1 ? names[0] : nil) else {
            throw NoNetwork(wanted: nil, names: names)
        }
        guard let connection = try ControlSocket.connect(name) else {
            throw NoNetwork(wanted: wanted, names: names)
        }
        self.name = name
        self.connection = connection
    }

    /// The descriptor, readable when the other side has ended.
    var descriptor: CInt { connection.rawValue }

    /// Asks, and waits for the answer.
    func ask(_ request: ControlRequest) throws -> JSONValue {
        try ControlSocket.send(request.line, to: connection.rawValue)
        guard let line = ControlSocket.receive(from: connection.rawValue) else {
            throw NetworkEnded(name: name)
        }
        let answer = try JSONValue(decoding: line.utf8)
        if let refusal = answer["error"]?.string { throw RequestRefused(description: refusal) }
        return answer
    }

    /// Waits until the network has ended.
    func waitForEnd() {
        while ControlSocket.receive(from: connection.rawValue) != nil {}
    }
}

/// No network is up, or none of that name, or it is not said which of several.
struct NoNetwork: Error, Hashable, CustomStringConvertible {
    let wanted: String?
    let names: [String]

    var description: String {
        if names.isEmpty { return "no network is up; build one with: castlab up NETWORK" }
        let list = names.joined(separator: ", ")
        guard let wanted else { return "several networks are up (\(list)); say which with --network NAME" }
        return "no network called \"\(wanted)\" is up (up: \(list))"
    }
}

/// The network ended while it was asked.
struct NetworkEnded: Error, Hashable, CustomStringConvertible {
    let name: String

    var description: String { "the network \"\(name)\" has ended" }
}

/// What the holder of a network will not do, in its words.
struct RequestRefused: Error, Hashable, CustomStringConvertible {
    let description: String
}
