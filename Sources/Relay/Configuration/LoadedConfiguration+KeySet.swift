import Cryptography

extension LoadedConfiguration {
    /// The key set of `ice-config` when it is a file, nil without one or with a URL; a file that has no keys is a
    /// problem of the configuration, found before anything is opened.
    func keySet() throws(ConfigurationProblems) -> JSONWebKeySet? {
        guard configuration.iceConfig.port != nil, let path = configuration.iceConfig.keySet,
            !path.hasPrefix("https://")
        else { return nil }
        let message: String
        do {
            let set = try JSONWebKeySet(decoding: try FileContents(path: path, limit: 1 << 16).bytes)
            guard set.keys.isEmpty else { return set }
            message = "no RSA or P-256 key for signatures in it"
        } catch {
            message = "\(error); accepted: a file as the project's .well-known/jwks.json has it"
        }
        let name = SettingName.iceConfigKeySet
        throw ConfigurationProblems([
            ConfigurationProblem(message, path: name.rawValue, origin: origin(of: name))
        ])
    }
}
