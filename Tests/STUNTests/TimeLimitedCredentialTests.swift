import STUN
import SansIO
import Testing

@Suite struct TimeLimitedCredentialTests {
    @Test func isWhatTheHolderOfTheSecretExpects() throws {
        let secret = try #require(SharedSecret("north"))
        let name = try #require(
            TimeLimitedUsername(expiry: UnixTime(seconds: 1_700_000_000), user: "cast")
        )
        let credential = TimeLimitedCredential(name, secret: secret)
        #expect(credential.username.text == "1700000000:cast")
        #expect(credential.password == secret.password(for: "1700000000:cast"))
        #expect(credential.password.utf8.count == 28)
    }

    @Test func showsItsNameButNotItsPassword() throws {
        let secret = try #require(SharedSecret("north"))
        let name = try #require(TimeLimitedUsername("1:u"))
        let credential = TimeLimitedCredential(name, secret: secret)
        var dumped = ""
        dump(credential, to: &dumped)
        for text in ["\(credential)", String(reflecting: credential), dumped] {
            #expect(text.contains("1:u") && !text.contains(credential.password))
        }
    }
}
