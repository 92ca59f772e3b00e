import EventLoop
import SansIO
import TestCertificates
import Testing

struct TLSInspectionTests {
    private let authority = TestAuthority()

    /// What is reported of a server that shows this chain.
    private func report(
        _ files: (chain: String, key: String),
        trust: String? = nil,
        name: String = "relay.example"
    ) throws -> CertificateReport {
        let pair = try StreamPair()
        let context = try TLSServerContext(certificateChainFile: files.chain, privateKeyFile: files.key)
        let server = try TLSSession(accepting: pair.server, context: context)
        let inspection = try TLSInspection(
            of: pair.client,
            trust: .file(trust ?? authority.root),
            serverName: name
        )
        let poller = try Poller()
        try poller.add(pair.client.fileDescriptor, token: 0, interest: .read)
        try poller.add(pair.server.fileDescriptor, token: 1, interest: .read)
        let deadline = MonotonicClock.now() + .seconds(10)
        while true {
            if let report = try inspection.advance() { return report }
            _ = try server.handshake()
            if let report = try inspection.advance() { return report }
            try #require(try poller.wait(until: deadline) > 0)
        }
    }

    @Test func reportsAChainThatIsBelieved() throws {
        let report = try report(authority.server("DNS:relay.example,IP:192.0.2.1"))
        #expect(report.trust == .trusted(root: "Test Root"))
        #expect(report.matchesName)
        #expect(report.version == "TLSv1.3")
        #expect(report.sent.map(\.subject) == ["server", "Test Intermediate"])
        #expect(report.sent.map(\.issuer) == ["Test Intermediate", "Test Root"])
        #expect(report.sent.first?.names == ["relay.example", "192.0.2.1"])
        let now = WallClock.now()
        let validUntil = try #require(report.sent.first?.validUntil)
        #expect(validUntil > now + .seconds(29 * 86_400) && validUntil < now + .seconds(31 * 86_400))
    }

    @Test func namesTheIssuerThatIsNotSent() throws {
        let report = try report(authority.server("DNS:relay.example", sendsIntermediate: false))
        #expect(report.trust == .issuerMissing("Test Intermediate"))
        #expect(report.sent.count == 1)
        #expect(report.matchesName)
    }

    @Test func namesTheRootThatIsNotBelieved() throws {
        let stranger = TestAuthority(root: "Another Root")
        let report = try report(authority.server("DNS:relay.example"), trust: stranger.root)
        #expect(report.trust == .issuerMissing("Test Root"))
        #expect(report.sent.count == 2)
    }

    @Test func tellsASelfSignedCertificate() throws {
        let files = Certificates.shared
        let report = try report((files.chain, files.key))
        #expect(report.trust == .selfSigned)
        #expect(report.sent.first?.isSelfSigned == true)
    }

    @Test func anExpiredCertificateIsNoFaultOfTheChain() throws {
        let report = try report(authority.server("DNS:relay.example", days: -1))
        #expect(report.trust == .trusted(root: "Test Root"))
        #expect(try #require(report.sent.first?.validUntil) < WallClock.now())
    }

    @Test(arguments: [
        ("relay.example", true), ("192.0.2.1", true), ("turn.example", false), ("192.0.2.2", false),
    ])
    func comparesTheName(name: String, matches: Bool) throws {
        let report = try report(authority.server("DNS:relay.example,IP:192.0.2.1"), name: name)
        #expect(report.matchesName == matches)
        #expect(report.trust == .trusted(root: "Test Root"))
    }
}
