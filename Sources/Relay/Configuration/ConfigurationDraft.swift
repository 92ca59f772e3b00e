import YAML

/// A configuration while its sources are laid over one another.
struct ConfigurationDraft {
    var configuration = RelayConfiguration()
    var origins: [SettingName: [SettingOrigin]] = [:]
    var problems: [ConfigurationProblem] = []
    var warnings: [ConfigurationProblem] = []
    let processorCount: Int
    /// The secret file in force and where it was named.
    private var secretFile: SourcedText?
    /// Secrets of the environment, which go before those of a file.
    private var secretsInEnvironment: String?

    init(processorCount: Int) {
        self.processorCount = processorCount
        configuration.workers = min(max(processorCount, 1), 64)
    }

    /// Lays the settings of one source over what is there.
    mutating func apply(_ texts: [SourcedText], to setting: Setting) {
        problems += setting.apply(texts, &configuration)
        origins[setting.name] = texts.isEmpty ? nil : texts.map(\.origin)
    }

    mutating func apply(secretFile text: SourcedText) {
        secretFile = text
        origins[.secretFile] = [text.origin]
    }

    mutating func apply(flags: [String: [String]]) {
        for setting in Setting.all {
            guard let values = flags[setting.name.flag] else { continue }
            let origin = SettingOrigin.flag(setting.name.flag)
            apply(
                values.map {
                    SourcedText(text: String($0.trimmed), origin: origin, path: setting.name.rawValue)
                },
                to: setting
            )
        }
        if let file = flags[SettingName.secretFile.key]?.first {
            let name = SettingName.secretFile
            apply(secretFile: SourcedText(text: file, origin: .flag(name.key), path: name.rawValue))
        }
    }

    mutating func apply(environment: [String: String]) {
        var given = environment.filter { !$0.value.isEmpty }
        dropServiceLinks(of: &given)
        for setting in Setting.all {
            let variable = setting.name.environmentVariable
            guard let value = given.removeValue(forKey: variable) else { continue }
            let items = setting.isList ? value.split(separator: ",").map { String($0.trimmed) } : [value]
            let origin = SettingOrigin.environment(variable)
            apply(
                items.map { SourcedText(text: $0, origin: origin, path: setting.name.rawValue) },
                to: setting
            )
        }
        let fileVariable = SettingName.secretFile.environmentVariable
        if let file = given.removeValue(forKey: fileVariable) {
            let path = SettingName.secretFile.rawValue
            apply(secretFile: SourcedText(text: file, origin: .environment(fileVariable), path: path))
        }
        if let secrets = given.removeValue(forKey: "CASTRELAY_SECRETS") {
            secretsInEnvironment = secrets
            origins[.secretFile] = [.environment("CASTRELAY_SECRETS")]
        }
        warnOfUnknown(
            given.keys.filter {
                !["CASTRELAY_CONFIG", "CASTRELAY_CREDENTIAL", "CASTRELAY_TOKEN"].contains($0)
            }
        )
    }

    /// The configuration, when nothing is wrong with it.
    ///
    /// A relay without a secret serves STUN and refuses every Allocate; a command that makes or examines
    /// credentials can do nothing without one.
    mutating func finish(requiringSecret: Bool) throws(ConfigurationProblems) -> LoadedConfiguration {
        if !configuration.alternateListen.isEmpty, configuration.alternatePort == nil {
            configuration.alternatePort = 3479
        }
        readSecrets(required: requiringSecret)
        checkRules()
        guard problems.isEmpty else { throw ConfigurationProblems(problems) }
        return LoadedConfiguration(configuration: configuration, origins: origins, warnings: warnings)
    }

    private mutating func readSecrets(required: Bool) {
        if let secretsInEnvironment {
            take(SecretList(Array(secretsInEnvironment.utf8), separators: [0x0A, 0x2C]))
        } else if let file = secretFile {
            do {
                let contents = try FileContents(path: file.text, limit: 1 << 16)
                take(SecretList(contents.bytes, separators: [0x0A]))
                if contents.isReadableByOthers {
                    warn(
                        "\(quoted(file.text)) can be read by other users of this machine; make it 0600",
                        of: .secretFile
                    )
                }
            } catch {
                note(error.description, of: .secretFile)
            }
        } else {
            let message =
                "no secret; give a file with secret-file or --secret-file, or set CASTRELAY_SECRETS "
                + "(openssl rand -hex 32 makes a good one)"
            if required {
                note(message, of: .secretFile)
            } else {
                warn("TURN is off, only STUN is served: \(message)", of: .secretFile)
            }
        }
    }

    private mutating func take(_ list: SecretList) {
        configuration.secrets = list.secrets
        for message in list.refusals { note(message, of: .secretFile) }
        for message in list.doubts { warn(message, of: .secretFile) }
    }

    /// A cluster that has a service named castrelay sets variables such as CASTRELAY_PORT=tcp://10.0.0.1:3478.
    private mutating func dropServiceLinks(of given: inout [String: String]) {
        for (name, value) in given
        where name.hasPrefix("CASTRELAY_PORT") || name.hasPrefix("CASTRELAY_SERVICE_") {
            guard name != "CASTRELAY_PORT" || value.contains("://") else { continue }
            given[name] = nil
            if name == "CASTRELAY_PORT" {
                let message =
                    "got \(quoted(value)), which the cluster sets for a service of that name; ignored "
                    + "(enableServiceLinks: false keeps it away)"
                warnings.append(ConfigurationProblem(message, path: "port", origin: .environment(name)))
            }
        }
    }
}
