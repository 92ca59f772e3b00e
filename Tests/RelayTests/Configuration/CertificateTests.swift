import EventLoop
import TestCertificates
import Testing

@testable import Relay

/// A certificate that TLS can not be spoken with is found when the configuration is checked.
@Suite struct CertificateTests {
    private func loaded(_ certificate: String, _ key: String) -> LoadedConfiguration {
        var configuration = RelayConfiguration()
        configuration.tlsCertificate = certificate
        configuration.tlsKey = key
        return LoadedConfiguration(
            configuration: configuration,
            origins: [.tlsCertificate: [.flag("tls-certificate")]],
            warnings: []
        )
    }

    @Test func aPairThatBelongsTogetherIsGood() throws {
        let files = Certificates.shared
        #expect(try loaded(files.chain, files.key).certificateContext() != nil)
        let plain = LoadedConfiguration(configuration: RelayConfiguration(), origins: [:], warnings: [])
        #expect(try plain.certificateContext() == nil)
    }

    @Test func aKeyOfAnotherCertificateAndSwappedFilesAreNamed() throws {
        let files = Certificates.shared
        for (certificate, key) in [(files.chain, files.otherKey), (files.key, files.chain)] {
            let problems = #expect(throws: ConfigurationProblems.self) {
                try loaded(certificate, key).certificateContext()
            }
            let text = try #require(problems?.description)
            #expect(text.hasPrefix("--tls-certificate: "))
            #expect(text.contains(certificate))
            #expect(text.contains("accepted: "))
        }
    }
}
