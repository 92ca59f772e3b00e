import EventLoop

extension LoadedConfiguration {
    /// The TLS context of the certificate and its key, nil without them; a pair that can not be used is a problem
    /// of the configuration, found before anything is opened.
    func certificateContext() throws(ConfigurationProblems) -> TLSServerContext? {
        guard let (certificate, key) = configuration.tls else { return nil }
        do throws(TLSError) {
            return try TLSServerContext(certificateChainFile: certificate, privateKeyFile: key)
        } catch {
            let message =
                "\(error); accepted: PEM files of a certificate with its chain, and of the key made for it"
            let origin = origin(of: .tlsCertificate)
            let path = SettingName.tlsCertificate.rawValue
            throw ConfigurationProblems([ConfigurationProblem(message, path: path, origin: origin)])
        }
    }
}
