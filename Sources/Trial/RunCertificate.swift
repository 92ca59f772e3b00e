package import Namespaces
package import SansIO

/// A self-signed certificate for the relay's addresses, made for one run by OpenSSL's command.
package struct RunCertificate {
    /// The path of the certificate, which is its own authority.
    package let certificate: String
    /// The path of its private key.
    package let key: String

    /// Makes it in `namespace`, which has no part in it but that programs run there.
    package init(
        for addresses: [IPAddress],
        in namespace: NetworkNamespace,
        _ directory: TemporaryDirectory
    ) throws {
        certificate = "\(directory.path)/certificate.pem"
        key = "\(directory.path)/key.pem"
        let openssl = try Program(
            named: "openssl",
            arguments: [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-days", "2", "-subj", "/CN=relay.castlab.test",
                "-addext", "subjectAltName=\(addresses.map { "IP:\($0)" }.joined(separator: ","))",
                "-out", certificate, "-keyout", key,
            ]
        )
        let child = try ChildProcess(openssl, in: namespace)
        guard child.wait(for: .seconds(20)) == .exited(0) else {
            throw KernelError("make a certificate with openssl", detail: child.errors.text)
        }
    }
}
