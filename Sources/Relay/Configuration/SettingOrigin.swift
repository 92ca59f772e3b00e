public import YAML

/// Where a value comes from, in rising order of precedence.
public enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
    case standard
    case file(String, YAMLPosition)
    /// The flag's name without dashes.
    case flag(String)
    /// The variable's name.
    case environment(String)

    public var description: String {
        switch self {
        case .standard: "default"
        case .file(let name, let position): "\(name):\(position)"
        case .flag(let name): "--\(name)"
        case .environment(let name): name
        }
    }
}
