import SansIO
import Testing

@Suite struct IPAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::1"),
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:0db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("::", "::"),
        ("::1", "::1"),
        ("1::", "1::"),
        ("::ffff:192.0.2.128", "::ffff:192.0.2.128"),
        ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
        ("FE80::ABCD", "fe80::abcd"),
    ])
    func writesTheCanonicalTextOfRFC5952(text: String, canonical: String) {
        #expect(IPAddress(text)?.description == canonical)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.-4", "1.2.3.+4", "1.2.3.4 ", ":", ":::",
        "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "g::", "12345::", "fe80::1%eth0",
        "::1.2.3", "1.2.3.4::",
    ])
    func refusesWhatIsNoAddress(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func bytesRoundTrip() {
        for text in ["10.1.2.3", "2001:db8:1:2:3:4:5:6"] {
            let address = IPAddress(text)
            let bytes = address?.bytes ?? []
            #expect(IPAddress(bytes: bytes.span) == address)
        }
    }

    @Test(arguments: [
        ("198.18.0.0/15", "198.19.255.255", true), ("198.18.0.0/15", "198.20.0.0", false),
        ("0.0.0.0/0", "255.255.255.255", true), ("10.0.0.1", "10.0.0.1", true),
        ("fc00::/7", "fdff::1", true), ("fc00::/7", "fe00::", false), ("::/96", "::1.2.3.4", true),
        ("::/0", "10.0.0.1", false), ("2001:db8::/65", "2001:db8::8000:0:0:0", false),
    ])
    func prefixesContain(prefix: String, address: String, expected: Bool) throws {
        let block = try #require(IPPrefix(prefix))
        let candidate = try #require(IPAddress(address))
        #expect(block.contains(candidate) == expected)
    }

    @Test(arguments: ["10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "::/129", "10.0.0.0/-1", "x/8"])
    func refusesWhatIsNoPrefix(text: String) {
        #expect(IPPrefix(text) == nil)
    }
}
