import EventLoop
import SansIO
import TestCertificates
import Testing

struct TLSServerContextTests {
    private let files = Certificates.shared

    private func reason(_ chain: String, _ key: String) -> String? {
        do throws(TLSError) {
            _ = try TLSServerContext(certificateChainFile: chain, privateKeyFile: key)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func tellsWhenTheCertificateExpires() throws {
        let context = try TLSServerContext(certificateChainFile: files.chain, privateKeyFile: files.key)
        let expiry = try #require(context.certificateExpiry)
        let days = (expiry.seconds - WallClock.now().seconds) / 86_400
        #expect((2...3).contains(days))
    }

    @Test func namesAMissingFile() {
        #expect(
            reason("/nowhere/a.pem", files.key)
                == "read certificate chain /nowhere/a.pem: No such file or directory"
        )
        #expect(
            reason(files.chain, "/nowhere/a.key")
                == "read private key /nowhere/a.key: No such file or directory"
        )
    }

    @Test func namesABrokenFileAndOpenSSLsReason() {
        let broken = files.write("this is no certificate\n", to: "broken.pem")
        #expect(reason(broken, files.key) == "read certificate chain \(broken): no start line")
    }

    @Test func refusesTheKeyOfAnotherCertificate() {
        let expected =
            "read private key \(files.otherKey) for certificate \(files.chain): key values mismatch"
        #expect(reason(files.chain, files.otherKey) == expected)
    }

    @Test func refusesAnEncryptedKeyWithoutAskingForItsPassphrase() {
        let locked = "\(files.directory)/locked.key"
        files.run("openssl ec -in \(files.key) -aes128 -passout pass:abcdef -out \(locked)")
        let text = reason(files.chain, locked)
        #expect(text?.hasPrefix("read private key \(locked) for certificate \(files.chain): ") == true)
    }
}
