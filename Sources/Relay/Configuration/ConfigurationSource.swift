public import Arguments

/// The three places that a configuration comes from: a YAML file, over it flags, over them the environment.
///
/// It can be loaded again, after the file has changed.
public struct ConfigurationSource: Sendable {
    private let flags: [String: [String]]
    private let environment: [String: String]
    private let processorCount: Int

    /// A source from a command line that was read with `CommandOption`s of `ConfigurationSource.options`.
    public init(_ invocation: Invocation, environment: [String: String], processorCount: Int) {
        flags = invocation.options
        self.environment = environment.filter { $0.key.hasPrefix("CASTRELAY_") }
        self.processorCount = processorCount
    }

    /// Reads all three places; throws everything that is wrong with any of them at once.
    public func load(requiringSecret: Bool = false) throws(ConfigurationProblems) -> LoadedConfiguration {
        var draft = ConfigurationDraft(processorCount: processorCount)
        if let name = environment["CASTRELAY_CONFIG"].flatMap({ $0.isEmpty ? nil : $0 }) {
            draft.apply(file: name, namedBy: .environment("CASTRELAY_CONFIG"))
        } else if let name = flags["config"]?.first {
            draft.apply(file: name, namedBy: .flag("config"))
        }
        draft.apply(flags: flags)
        draft.apply(environment: environment)
        return try draft.finish(requiringSecret: requiringSecret)
    }

    /// The options that set a configuration.
    public static let options: [CommandOption] =
        [fileOption, secretOption]
        + Setting.all.map { setting in
            let kind: CommandOption.Kind =
                setting.isList ? .list(setting.placeholder) : .value(setting.placeholder)
            return CommandOption(setting.name.flag, kind, about: setting.about)
        }

    /// The options of commands that need nothing but the secrets.
    static let secretOptions = [fileOption, secretOption]

    private static let fileOption = CommandOption("config", .value("FILE"), about: "YAML file to read first.")
    private static let secretOption = CommandOption(
        SettingName.secretFile.key,
        .value("FILE"),
        about: "File with one shared secret a line; all of them are valid."
    )
}
