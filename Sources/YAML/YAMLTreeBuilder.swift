/// Turns events into a tree without recursion, collecting what our files may not contain.
struct YAMLTreeBuilder {
    /// A sequence or mapping whose end has not come yet.
    private struct OpenCollection {
        var position: YAMLPosition
        var isMapping: Bool
        var path: String
        var items: [YAMLNode] = []
        var entries: [YAMLEntry] = []
        var keyPositions: [String: YAMLPosition] = [:]
        /// The key whose value comes next.
        var key: (text: String, position: YAMLPosition)?
        /// Set for a mapping's key that is itself a collection: it is read and thrown away.
        var isDiscarded = false
    }

    private let file: String
    private let limits: YAMLLimits
    private var open: [OpenCollection] = []
    private var root: YAMLNode?
    private var documentCount = 0
    private var nodeCount = 0
    private var problems: [YAMLProblem] = []

    init(file: String, limits: YAMLLimits) {
        self.file = file
        self.limits = limits
    }

    mutating func build(_ text: [UInt8]) throws(YAMLProblems) -> YAMLNode {
        guard text.count <= limits.byteCount else {
            note("got \(text.count) bytes; accepted: at most \(limits.byteCount)", at: .start)
            throw YAMLProblems(problems)
        }
        var events = YAMLEvents(text)
        do {
            while try take(events.next()) {}
        } catch {
            note(error.message, at: error.position)
        }
        guard problems.isEmpty else { throw YAMLProblems(problems) }
        return root ?? YAMLNode(.mapping([]), at: .start)
    }

    /// False when nothing more is to be read.
    private mutating func take(_ event: YAMLEvents.Event) -> Bool {
        checkDecoration(of: event)
        switch event.kind {
        case .streamEnd: return false
        case .documentStart(let hasDirective): return startDocument(hasDirective, at: event.position)
        case .alias(let name):
            note(
                "got the alias *\(name); accepted: the value itself, aliases are not read",
                at: event.position
            )
            return add(.scalar(YAMLScalar("", isPlain: true)), at: event.position)
        case .scalar(let scalar): return add(.scalar(scalar), at: event.position)
        case .sequenceStart: return start(isMapping: false, at: event.position)
        case .mappingStart: return start(isMapping: true, at: event.position)
        case .sequenceEnd, .mappingEnd: return end()
        case .other: return true
        }
    }

    private mutating func checkDecoration(of event: YAMLEvents.Event) {
        if let anchor = event.anchor {
            note(
                "got the anchor &\(anchor); accepted: the value alone, anchors are not read",
                at: event.position
            )
        }
        if let tag = event.tag {
            note(
                "got the tag \(quoted(tag)); accepted: the value alone, tags are not read",
                at: event.position
            )
        }
    }

    private mutating func startDocument(_ hasDirective: Bool, at position: YAMLPosition) -> Bool {
        documentCount += 1
        if hasDirective {
            note("got a % directive; accepted: a file without one", at: position)
        }
        guard documentCount == 1 else {
            note("got a second document; accepted: one document per file", at: position)
            return false
        }
        return true
    }

    private mutating func start(isMapping: Bool, at position: YAMLPosition) -> Bool {
        guard open.count < limits.depth else {
            note("got more than \(limits.depth) levels; accepted: at most \(limits.depth)", at: position)
            return false
        }
        var collection = OpenCollection(position: position, isMapping: isMapping, path: pathOfNext)
        if let last = open.last, last.isMapping, last.key == nil {
            note("got a list or mapping as a key; accepted: text", at: position)
            collection.isDiscarded = true
        }
        open.append(collection)
        return true
    }

    private mutating func end() -> Bool {
        guard let collection = open.popLast() else { return true }
        if collection.isDiscarded {
            open[open.count - 1].key = ("", collection.position)
            return true
        }
        let content: YAMLNode.Content =
            collection.isMapping ? .mapping(collection.entries) : .sequence(collection.items)
        return add(content, at: collection.position)
    }

    /// Puts a finished value where it belongs: the root, the next item, the next key or that key's value.
    private mutating func add(_ content: YAMLNode.Content, at position: YAMLPosition) -> Bool {
        nodeCount += 1
        guard nodeCount <= limits.nodeCount else {
            note("got more than \(limits.nodeCount) values; accepted: at most as many", at: position)
            return false
        }
        let node = YAMLNode(content, at: position)
        guard let last = open.indices.last else {
            root = node
            return true
        }
        if !open[last].isMapping {
            open[last].items.append(node)
        } else if let key = open[last].key {
            open[last].key = nil
            addEntry(YAMLEntry(key: key.text, keyPosition: key.position, value: node), to: last)
        } else if case .scalar(let scalar) = content {
            open[last].key = (scalar.text, position)
        }
        return true
    }

    private mutating func addEntry(_ entry: YAMLEntry, to index: Int) {
        if let first = open[index].keyPositions[entry.key] {
            let path = Self.path(open[index].path, key: entry.key)
            note("the key was given before, at \(first); accepted: once", at: entry.keyPosition, path: path)
            return
        }
        open[index].keyPositions[entry.key] = entry.keyPosition
        open[index].entries.append(entry)
    }

    /// The path of the value that comes next.
    private var pathOfNext: String {
        guard let last = open.last else { return "" }
        guard last.isMapping else { return "\(last.path)[\(last.items.count + 1)]" }
        return last.key.map { Self.path(last.path, key: $0.text) } ?? last.path
    }

    static func path(_ path: String, key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    private mutating func note(_ message: String, at position: YAMLPosition, path: String? = nil) {
        problems.append(
            YAMLProblem(file: file, position: position, path: path ?? pathOfNext, message: message)
        )
    }
}
