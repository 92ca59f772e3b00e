import STUN
import SansIO
import Testing

@Suite struct TimeLimitedUsernameTests {
    @Test(
        arguments: [
            ("1700000000:cast-17", 1_700_000_000, "cast-17"), ("0:u", 0, "u"), ("1:a:b:c", 1, "a:b:c"),
            ("9223372036854775807:x", .max, "x"), ("5:\u{30DE}", 5, "\u{30DE}"),
        ] as [(String, Int64, String)]
    )
    func readsAndWritesTheSameText(_ text: String, _ seconds: Int64, _ user: String) throws {
        let name = try #require(TimeLimitedUsername(text))
        #expect(name.expiry == UnixTime(seconds: seconds) && name.user == user && name.text == text)
    }

    @Test(arguments: [
        "", ":", "u", "1700000000", "1:", ":u", "+1:u", "-1:u", " 1:u", "1 :u", "01:u", "00:u", "1.5:u",
        "0x10:u", "9223372036854775808:u", "99999999999999999999:u", "\u{0661}:u", "u:1",
    ])
    func refusesWhatIsNotATimeAndAUser(_ text: String) {
        #expect(TimeLimitedUsername(text) == nil)
    }

    @Test func holdsUntilTheSecondBeforeItsExpiry() throws {
        let name = try #require(TimeLimitedUsername("1000:u"))
        #expect(name.isValid(at: UnixTime(seconds: 999)))
        #expect(!name.isValid(at: UnixTime(seconds: 1000)))
        #expect(name.isValid(at: UnixTime(seconds: 1029), skew: .seconds(30)))
        #expect(!name.isValid(at: UnixTime(seconds: 1030), skew: .seconds(30)))
    }

    @Test func cannotBeMadeWithoutAUser() {
        #expect(TimeLimitedUsername(expiry: UnixTime(seconds: 1), user: "") == nil)
        #expect(TimeLimitedUsername(expiry: UnixTime(seconds: -1), user: "u") == nil)
    }
}
