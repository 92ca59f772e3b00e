import YAML

extension ConfigurationDraft {
    /// Lays the settings of a YAML file over what is there.
    mutating func apply(file name: String, namedBy origin: SettingOrigin) {
        let contents: FileContents
        do {
            contents = try FileContents(path: name, limit: YAMLLimits.standard.byteCount)
        } catch {
            problems.append(ConfigurationProblem(error.description, path: "config", origin: origin))
            return
        }
        do throws(YAMLProblems) {
            let document = try YAMLDocument(contents.bytes, file: name)
            let log = YAMLProblemLog(file: name)
            if let top = YAMLMapping(document, log: log) { apply(top, file: name) }
            try log.finish()
        } catch {
            problems += error.problems.map(ConfigurationProblem.init)
        }
        problems.sort { ($0.position ?? .start) < ($1.position ?? .start) }
    }

    private mutating func apply(_ top: YAMLMapping, file: String) {
        let sections = Set(SettingName.allCases.compactMap(\.section))
        var mappings = ["": top]
        for section in sections {
            mappings[section] = top.mapping(section)
        }
        for setting in Setting.all {
            guard let mapping = mappings[setting.name.section ?? ""] else { continue }
            if let texts = texts(of: setting, in: mapping, file: file) { apply(texts, to: setting) }
        }
        let secret = SettingName.secretFile
        if let path = top.value(secret.key, .path), let node = top.node(secret.key) {
            let origin = SettingOrigin.file(file, node.position)
            let resolved = Self.resolve(path, besides: file)
            apply(secretFile: SourcedText(text: resolved, origin: origin, path: secret.rawValue))
        }
        for mapping in mappings.values { mapping.finish() }
    }

    /// What the file says for one setting, nil when it says nothing that can be read as values.
    private func texts(of setting: Setting, in mapping: YAMLMapping, file: String) -> [SourcedText]? {
        guard let node = mapping.node(setting.name.key) else { return nil }
        if case .scalar = node.content {
            return text(node, path: mapping.path(of: setting.name.key), setting, file).map { [$0] }
        }
        guard setting.isList, case .sequence(let items) = node.content else {
            let path = mapping.path(of: setting.name.key)
            mapping.log.note(
                "got \(node.summary); accepted: \(setting.accepted)",
                at: node.position,
                path: path
            )
            return nil
        }
        return items.enumerated().compactMap { index, item in
            let path = "\(mapping.path(of: setting.name.key))[\(index + 1)]"
            if let text = text(item, path: path, setting, file) { return text }
            mapping.log.note(
                "got \(item.summary); accepted: \(setting.accepted)",
                at: item.position,
                path: path
            )
            return nil
        }
    }

    private func text(_ node: YAMLNode, path: String, _ setting: Setting, _ file: String) -> SourcedText? {
        guard let text = node.text else { return nil }
        return SourcedText(
            text: setting.name.namesFile(text) ? Self.resolve(text, besides: file) : text,
            origin: .file(file, node.position),
            path: path
        )
    }

    /// A path inside the file is relative to the file's own folder, wherever the relay is started.
    private static func resolve(_ path: String, besides file: String) -> String {
        guard !path.hasPrefix("/"), !path.isEmpty, let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }
}

extension ConfigurationProblem {
    fileprivate var position: YAMLPosition? {
        guard case .file(_, let position) = origin else { return nil }
        return position
    }
}
