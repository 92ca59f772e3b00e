import Arguments
import SansIO

extension ConfigurationDraft {
    /// Notes what forbids using the configuration, at the place where the setting was given.
    mutating func note(_ message: String, of name: SettingName, item: Int? = nil) {
        problems.append(problem(message, of: name, item: item))
    }

    /// Notes what is only doubtful.
    mutating func warn(_ message: String, of name: SettingName, item: Int? = nil) {
        warnings.append(problem(message, of: name, item: item))
    }

    /// Notes variables that look like settings and are none: something else may use the same prefix.
    mutating func warnOfUnknown(_ variables: [String]) {
        let known =
            Setting.all.map(\.name.environmentVariable)
            + [SettingName.secretFile.environmentVariable, "CASTRELAY_CONFIG", "CASTRELAY_SECRETS"]
        for variable in variables.sorted() {
            let meant = NearestName.match(for: variable, among: known)
            let hint = meant.map { "; did you mean \($0)?" } ?? ""
            warnings.append(
                ConfigurationProblem("sets nothing\(hint)", path: "", origin: .environment(variable))
            )
        }
    }

    private func problem(_ message: String, of name: SettingName, item: Int?) -> ConfigurationProblem {
        let given = origins[name] ?? []
        let origin = item.flatMap { given.indices.contains($0) ? given[$0] : nil } ?? given.first ?? .standard
        let path = item.map { "\(name.rawValue)[\($0 + 1)]" } ?? name.rawValue
        return ConfigurationProblem(message, path: path, origin: origin)
    }
}

extension StringProtocol {
    /// Without white space at either end.
    var trimmed: SubSequence {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
        return start[...last]
    }
}
