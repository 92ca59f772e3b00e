import Namespaces

/// A self-signed certificate for the relay's addresses, made for one run by OpenSSL's command.
struct RunCertificate {
    /// The path of the certificate, which is its own authority.
    let certificate: String
    /// The path of its private key.
    let key: String

    init(for host: DemoNetwork.Host, in directory: TemporaryDirectory) throws {
        certificate = "\(directory.path)/certificate.pem"
        key = "\(directory.path)/key.pem"
        let openssl = try Program(
            named: "openssl",
            arguments: [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-days", "2", "-subj", "/CN=relay.castlab.test",
                "-addext", "subjectAltName=IP:\(host.v4),IP:\(host.v6)",
                "-out", certificate, "-keyout", key,
            ]
        )
        let child = try ChildProcess(openssl, in: host.namespace)
        guard child.wait(for: .seconds(20)) == .exited(0) else {
            throw DemoFailure("openssl could not make a certificate: \(child.errors.text)")
        }
    }
}
