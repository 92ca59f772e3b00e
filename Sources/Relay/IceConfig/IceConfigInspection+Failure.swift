import HTTPSClient

extension IceConfigInspection {
    /// There was no answer: which leg is broken, and what to look at there.
    init(_ failure: HTTPSFailure) {
        self.init(findings: [.problem("no answer: \(failure)", fix: Self.fix(failure.leg))])
    }

    private static func fix(_ leg: HTTPSFailure.Leg) -> String {
        switch leg {
        case .url: "a URL such as https://relay.example:8443\(IceConfigEndpoint.path)"
        case .name: "is the name right, and in the DNS?"
        case .connection: "is castrelay running with ice-config.port, and that TCP port open in the firewall?"
        case .tls: "does that port speak TLS? With trusted-proxies castrelay speaks plain HTTP there"
        case .certificate:
            "a certificate for this name, with its chain (fullchain.pem); or name its authority with --ca-file"
        case .timeout:
            "the port does not answer: a firewall drops what is sent there, or a proxy waits in vain"
        case .responseTooLong, .response: "is this the endpoint? Something else answers there"
        case .stopped, .local: "look at this machine: memory, open files, the file of --ca-file"
        }
    }
}
