package import Namespaces
package import SansIO

/// A certificate authority and a certificate for the relay's host, made for one run by OpenSSL's command.
package struct RunCertificate {
    /// What the certificate is for, besides the host's addresses.
    package static let relayName = "relay.castlab.test"
    package static let pageName = "app.castlab.test"

    /// The path of the authority's certificate: who trusts it trusts the host.
    package let authority: String
    /// The path of the host's certificate, its authority's behind it.
    package let chain: String
    /// The path of its private key.
    package let key: String

    /// Makes it in `namespace`, which has no part in it but that programs run there.
    package init(
        for addresses: [IPAddress],
        names others: [String] = [],
        in namespace: NetworkNamespace,
        _ directory: TemporaryDirectory
    ) throws {
        authority = "\(directory.path)/authority.pem"
        chain = "\(directory.path)/chain.pem"
        key = "\(directory.path)/key.pem"
        let names =
            addresses.map { "IP:\($0)" } + ["DNS:\(Self.relayName)", "DNS:\(Self.pageName)"]
            + others.map { "DNS:\($0)" }
        let script = """
            set -e
            curve="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
            openssl req -x509 $curve -days 2 -subj "/CN=castlab run" -keyout authority.key -out authority.pem \
                -addext keyUsage=critical,keyCertSign
            openssl req $curve -subj "/CN=\(Self.relayName)" -keyout key.pem -out request.pem
            printf 'subjectAltName=%s\\nextendedKeyUsage=serverAuth\\nbasicConstraints=CA:FALSE\\n' \
                \(names.joined(separator: ",")) >extensions
            openssl x509 -req -in request.pem -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
                -extfile extensions -out certificate.pem
            cat certificate.pem authority.pem >chain.pem
            rm authority.key
            """
        var program = Program(path: "/bin/sh", arguments: ["-c", script])
        program.directory = directory.path
        let child = try ChildProcess(program, in: namespace)
        guard child.wait(for: .seconds(20)) == .exited(0) else {
            throw KernelError("make a certificate with openssl", detail: child.errors.text)
        }
    }
}
