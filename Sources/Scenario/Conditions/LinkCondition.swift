public import VirtualNetwork
public import YAML

/// A kind of link that has a name: a file of `Topologies/conditions`.
public struct LinkCondition: Hashable, Sendable {
    /// How sure its figures are.
    public enum Confidence: String, Hashable, Sendable, CaseIterable {
        /// Read in the source or the official documentation of whoever made them.
        case read
        /// Told alike by two documents.
        case corroborated
        /// From memory: to be checked on the real thing before anything rests on it.
        case recalled
    }

    public var name: String
    /// One line about it.
    public var about: String
    /// Where its figures are from.
    public var source: String
    public var confidence: Confidence
    public var link: NetworkWiring.LinkPair

    public init(
        name: String,
        about: String,
        source: String,
        confidence: Confidence,
        link: NetworkWiring.LinkPair
    ) {
        self.name = name
        self.about = about
        self.source = source
        self.confidence = confidence
        self.link = link
    }

    /// Reads a file; throws all that is wrong with it.
    ///
    /// `traces` gives the text of a file of delivery opportunities, which the condition names.
    public init(
        _ text: [UInt8],
        file: String,
        name: String,
        traces: @escaping (String) throws -> String
    ) throws(YAMLProblems) {
        let document = try YAMLDocument(text, file: file)
        let log = YAMLProblemLog(file: file)
        guard let top = YAMLMapping(document, log: log) else {
            try log.finish()
            throw YAMLProblems([])
        }
        self.init(
            name: name,
            about: top.required("about", .text(upTo: 200)) ?? "",
            source: top.required("source", .text(upTo: 200)) ?? "",
            confidence: top.required("confidence", .choice()) ?? .recalled,
            link: LinkReader(traces: traces).pair(top)
        )
        top.finish()
        try log.finish()
    }
}
