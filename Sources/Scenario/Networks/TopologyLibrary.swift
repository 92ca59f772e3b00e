internal import SansIO

/// The networks and conditions there are, by name.
///
/// It is told the files; whoever reads them from a disk is elsewhere.
public struct TopologyLibrary: Sendable {
    /// A directory of a library.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case networks
        case conditions
    }

    /// The names of all files of a kind, without their ending.
    private let names: @Sendable (Kind) -> [String]
    /// The path of a file and its text.
    private let read: @Sendable (Kind, String) throws -> (path: String, text: [UInt8])
    /// The text of a file beside the conditions, such as a trace.
    private let readBeside: @Sendable (String) throws -> String

    public init(
        names: @escaping @Sendable (Kind) -> [String],
        read: @escaping @Sendable (Kind, String) throws -> (path: String, text: [UInt8]),
        readBeside: @escaping @Sendable (String) throws -> String
    ) {
        self.names = names
        self.read = read
        self.readBeside = readBeside
    }

    /// The names of all networks, or of all conditions, sorted.
    public func names(of kind: Kind) -> [String] { names(kind).sorted() }

    /// The condition of that name.
    public func condition(_ name: String) throws -> LinkCondition {
        let file = try find(.conditions, name)
        return try LinkCondition(file.text, file: file.path, name: name, traces: readBeside)
    }

    /// The network of that name.
    public func network(_ name: String) throws -> NetworkDescription {
        let file = try find(.networks, name)
        return try NetworkDescription(file.text, file: file.path, name: name, conditions: condition)
    }

    private func find(_ kind: Kind, _ name: String) throws -> (path: String, text: [UInt8]) {
        let names = names(of: kind)
        guard names.contains(name) else { throw UnknownTopology(kind: kind, name: name, accepted: names) }
        return try read(kind, name)
    }
}

/// A name of which there is no file.
public struct UnknownTopology: Error, Hashable, Sendable, CustomStringConvertible {
    public let kind: TopologyLibrary.Kind
    public let name: String
    public let accepted: [String]

    public init(kind: TopologyLibrary.Kind, name: String, accepted: [String]) {
        self.kind = kind
        self.name = name
        self.accepted = accepted
    }

    public var description: String {
        let word = kind == .networks ? "network" : "condition"
        let guess = NearestName.match(for: name, among: accepted).map { ", did you mean \"\($0)\"?" } ?? ""
        return "there is no \(word) \"\(name)\"\(guess) (castlab list shows all \(accepted.count))"
    }
}
