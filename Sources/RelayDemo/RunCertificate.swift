import Namespaces

/// A certificate authority and a certificate for the relay's host, made for one run by OpenSSL's command.
struct RunCertificate {
    /// What the certificate is for, besides the host's addresses.
    static let relayName = "relay.castlab.test"
    static let pageName = "app.castlab.test"

    /// The path of the authority's certificate: who trusts it trusts the host.
    let authority: String
    /// The path of the host's certificate, its authority's behind it.
    let chain: String
    /// The path of its private key.
    let key: String

    init(for host: DemoNetwork.Host, in directory: TemporaryDirectory) throws {
        authority = "\(directory.path)/authority.pem"
        chain = "\(directory.path)/chain.pem"
        key = "\(directory.path)/key.pem"
        let names = "IP:\(host.v4),IP:\(host.v6),DNS:\(Self.relayName),DNS:\(Self.pageName)"
        let script = """
            set -e
            curve="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
            openssl req -x509 $curve -days 2 -subj "/CN=castlab run" -keyout authority.key -out authority.pem \
                -addext keyUsage=critical,keyCertSign
            openssl req $curve -subj "/CN=\(Self.relayName)" -keyout key.pem -out request.pem
            printf 'subjectAltName=\(names)\\nextendedKeyUsage=serverAuth\\nbasicConstraints=CA:FALSE\\n' >extensions
            openssl x509 -req -in request.pem -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
                -extfile extensions -out certificate.pem
            cat certificate.pem authority.pem >chain.pem
            rm authority.key
            """
        var program = Program(path: "/bin/sh", arguments: ["-c", script])
        program.directory = directory.path
        let child = try ChildProcess(program, in: host.namespace)
        guard child.wait(for: .seconds(20)) == .exited(0) else {
            throw DemoFailure("openssl could not make a certificate: \(child.errors.text)")
        }
    }
}
