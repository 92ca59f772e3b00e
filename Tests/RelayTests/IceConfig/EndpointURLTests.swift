import Testing

@testable import Relay

struct EndpointURLTests {
    @Test(arguments: [
        ("https://relay.example/api", "relay.example", true),
        ("HTTPS://relay.example:8443", "relay.example", true),
        ("http://127.0.0.1:8080/a", "127.0.0.1", true), ("http://[::1]:8080/a", "::1", true),
        ("http://localhost", "localhost", true), ("http://10.0.0.5/a", "10.0.0.5", false),
        ("http://127.0.0.1.evil.example/", "127.0.0.1.evil.example", false),
        ("http://localhost.evil.example", "localhost.evil.example", false),
        ("http://evil.example?@localhost", "evil.example", false),
        ("http://[2001:db8::1]/", "2001:db8::1", false),
    ])
    func tellsWhereATokenMayGo(_ text: String, _ host: String, _ keepsSecrets: Bool) throws {
        let url = try #require(EndpointURL(text))
        #expect(url.host == host)
        #expect(url.keepsSecrets == keepsSecrets)
    }

    @Test(arguments: [
        "", "relay.example", "turn:relay.example", "ftp://relay.example", "https://", "https:///api",
        "https://[]/",
        "https://alice:secret@relay.example/", "https://relay.example/a b", "https://relay.example/\n",
    ])
    func refuses(_ text: String) {
        #expect(EndpointURL(text) == nil)
    }
}
