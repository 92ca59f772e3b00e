import Cryptography
import Testing

@Suite struct Base64Tests {
    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func matchesTheVectorsOfRFC4648(_ text: String, _ encoded: String) {
        let bytes = Array(text.utf8)
        let result = Base64.encode(bytes.span)
        #expect(result == encoded)
        #expect(Base64.decode(encoded) == bytes)
        let unpadded = Base64.encode(bytes.span, alphabet: .urlSafe)
        #expect(unpadded == encoded.filter { $0 != "=" })
        #expect(Base64.decode(unpadded, alphabet: .urlSafe) == bytes)
    }

    @Test func differsInTwoDigitsBetweenTheAlphabets() {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
        let (standard, urlSafe) = (
            Base64.encode(bytes.span), Base64.encode(bytes.span, alphabet: .urlSafe)
        )
        #expect(standard == "++//")
        #expect(urlSafe == "--__")
        #expect(Base64.decode("--__") == nil)
        #expect(Base64.decode("++//", alphabet: .urlSafe) == nil)
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zh==", "Zm9=", "Zm 9", "Zm9v\n", "Zg==Zg==", "Zé==", "=",
    ])
    func refusesWhatIsNotTheOneTextOfAValue(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func decodesWhatItEncodes() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            for alphabet in [Base64.Alphabet.standard, .urlSafe] {
                let text = Base64.encode(bytes.span, alphabet: alphabet)
                #expect(Base64.decode(text, alphabet: alphabet) == bytes)
            }
        }
    }
}
