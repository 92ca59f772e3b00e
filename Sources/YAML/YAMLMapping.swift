import SansIO

/// Reads one mapping key by key and remembers which keys were asked for, so that the rest can be refused.
///
/// Ask for every key, then call `finish()`. What is wrong goes to the log, and the answer is nil as if the key
/// were absent: reading goes on, and all problems of a file are told together.
public final class YAMLMapping {
    /// Where the mapping stands inside the file, such as `limits`; empty at the top.
    public let path: String
    public let position: YAMLPosition
    public let log: YAMLProblemLog
    /// Every key and value, in the order of the file.
    public let entries: [YAMLEntry]
    private var accepted: [String] = []

    /// The mapping at `node`; null counts as empty, so that a section may have all its lines commented out.
    public init?(_ node: YAMLNode, path: String, log: YAMLProblemLog) {
        switch node.content {
        case .mapping(let entries): self.entries = entries
        case .scalar(let scalar) where scalar.isNull: entries = []
        default:
            log.note("got \(node.summary); accepted: a mapping", at: node.position, path: path)
            return nil
        }
        self.path = path
        self.position = node.position
        self.log = log
    }

    /// The mapping that a document consists of.
    public convenience init?(_ document: YAMLDocument, log: YAMLProblemLog) {
        self.init(document.root, path: "", log: log)
    }

    /// The path of a key of this mapping.
    public func path(of key: String) -> String {
        YAMLTreeBuilder.path(path, key: key)
    }

    /// Whatever stands at the key; nil when it is absent or null.
    public func node(_ key: String) -> YAMLNode? {
        accepted.append(key)
        guard let entry = entries.first(where: { $0.key == key }), !entry.value.isNull else { return nil }
        return entry.value
    }

    /// The value of a key in the given form.
    public func value<Value>(_ key: String, _ form: ValueForm<Value>) -> Value? {
        node(key).flatMap { read($0, form, path: path(of: key)) }
    }

    /// The value of a key that has to be there.
    public func required<Value>(_ key: String, _ form: ValueForm<Value>) -> Value? {
        guard let node = node(key) else {
            log.note("missing; accepted: \(form.accepted)", at: position, path: path(of: key))
            return nil
        }
        return read(node, form, path: path(of: key))
    }

    /// The values of a list, or the one value written without a list; unreadable ones are left out.
    public func values<Value>(_ key: String, _ form: ValueForm<Value>) -> [Value]? {
        items(key)?.compactMap { read($0.node, form, path: $0.path) }
    }

    /// The nodes of a list with their paths, or the one node written without a list.
    public func items(_ key: String) -> [(node: YAMLNode, path: String)]? {
        guard let node = node(key) else { return nil }
        guard case .sequence(let items) = node.content else { return [(node, path(of: key))] }
        return items.enumerated().map { ($1, "\(path(of: key))[\($0 + 1)]") }
    }

    /// The mapping at a key.
    public func mapping(_ key: String) -> YAMLMapping? {
        node(key).flatMap { YAMLMapping($0, path: path(of: key), log: log) }
    }

    /// The mappings of a list.
    public func mappings(_ key: String) -> [YAMLMapping]? {
        items(key)?.compactMap { YAMLMapping($0.node, path: $0.path, log: log) }
    }

    /// Reads a node in the given form, noting what is wrong with it.
    public func read<Value>(_ node: YAMLNode, _ form: ValueForm<Value>, path: String) -> Value? {
        guard let text = node.text else {
            log.note("got \(node.summary); accepted: \(form.accepted)", at: node.position, path: path)
            return nil
        }
        do {
            return try form.read(text)
        } catch {
            log.note(error.description, at: node.position, path: path)
            return nil
        }
    }

    /// Refuses every key that was not asked for.
    public func finish() {
        for entry in entries where !accepted.contains(entry.key) {
            let accepted = accepted.sorted()
            let meant = NearestName.match(for: entry.key, among: accepted)
            let hint = meant.map { "did you mean \($0)?" } ?? "accepted: \(accepted.joined(separator: ", "))"
            log.note("unknown key; \(hint)", at: entry.keyPosition, path: path(of: entry.key))
        }
    }
}
