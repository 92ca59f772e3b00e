import YAML

/// A setting as data: its name, its form and the property that it sets.
///
/// The file, flags and the environment all read their values through it, so that they accept the same and
/// refuse with the same words.
struct Setting: Sendable {
    typealias Property<Value> = any WritableKeyPath<RelayConfiguration, Value> & Sendable

    let name: SettingName
    let about: String
    let placeholder: String
    let accepted: String
    let isList: Bool
    /// Sets the property and reports what cannot be read.
    let apply: @Sendable ([SourcedText], inout RelayConfiguration) -> [ConfigurationProblem]
    /// The value in effect as the file would write it; empty when there is none.
    let show: @Sendable (RelayConfiguration) -> [String]

    /// A setting with one value.
    static func one<Value>(
        _ name: SettingName,
        _ property: Property<Value>,
        _ form: ValueForm<Value>,
        _ about: String,
        show: @escaping @Sendable (Value) -> String = { "\($0)" }
    ) -> Setting {
        Setting(
            name: name,
            about: about,
            placeholder: form.placeholder,
            accepted: form.accepted,
            isList: false,
            apply: { texts, configuration in
                var problems: [ConfigurationProblem] = []
                if let value = texts.compactMap({ read($0, form, &problems) }).last {
                    configuration[keyPath: property] = value
                }
                return problems
            },
            show: { [show($0[keyPath: property])] }
        )
    }

    /// A setting that may have no value.
    static func maybe<Value>(
        _ name: SettingName,
        _ property: Property<Value?>,
        _ form: ValueForm<Value>,
        _ about: String
    ) -> Setting {
        Setting(
            name: name,
            about: about,
            placeholder: form.placeholder,
            accepted: form.accepted,
            isList: false,
            apply: { texts, configuration in
                var problems: [ConfigurationProblem] = []
                if let value = texts.compactMap({ read($0, form, &problems) }).last {
                    configuration[keyPath: property] = value
                }
                return problems
            },
            show: { $0[keyPath: property].map { ["\($0)"] } ?? [] }
        )
    }

    /// A setting with any number of values; a source that gives some replaces those of the sources below it.
    static func list<Value>(
        _ name: SettingName,
        _ property: Property<[Value]>,
        _ form: ValueForm<Value>,
        _ about: String
    ) -> Setting {
        Setting(
            name: name,
            about: about,
            placeholder: form.placeholder,
            accepted: form.accepted,
            isList: true,
            apply: { texts, configuration in
                var problems: [ConfigurationProblem] = []
                configuration[keyPath: property] = texts.compactMap { read($0, form, &problems) }
                return problems
            },
            show: { $0[keyPath: property].map { "\($0)" } }
        )
    }

    private static func read<Value>(
        _ text: SourcedText,
        _ form: ValueForm<Value>,
        _ problems: inout [ConfigurationProblem]
    ) -> Value? {
        do {
            return try form.read(text.text)
        } catch {
            problems.append(ConfigurationProblem(error.description, path: text.path, origin: text.origin))
            return nil
        }
    }
}
