import STUN
import Testing

@Suite struct AttributeLengthTests {
    /// Lengths 0...8 that a value of "A" bytes may have, by attribute; "A" is 0x41.
    private static let accepted: [AttributeType: Set<Int>] = [
        .username: [1, 2, 3, 4, 5, 6, 7, 8], .realm: [1, 2, 3, 4, 5, 6, 7, 8],
        .nonce: Set(0...8), .software: Set(0...8), .padding: Set(0...8),
        .alternateDomain: [1, 2, 3, 4, 5, 6, 7, 8],
        .fingerprint: [4], .changeRequest: [4], .responsePort: [2, 4],
        .unknownAttributes: [0, 2, 4, 6, 8], .passwordAlgorithms: [0],
        .mappedAddress: [], .xorMappedAddress: [], .alternateServer: [], .responseOrigin: [],
        .otherAddress: [], .errorCode: [], .userHash: [], .messageIntegrity: [],
        .messageIntegritySHA256: [], .passwordAlgorithm: [],
    ]

    @Test(arguments: AnyAttribute.all.map(\.type))
    func acceptsOnlyTheLengthsOfTheRFC(_ type: AttributeType) throws {
        let attribute = try #require(AnyAttribute.all.first { $0.type == type })
        let accepted = try #require(Self.accepted[type])
        for length in 0...8 {
            let value = [UInt8](repeating: 0x41, count: length)
            let outcome = attribute.judge(value, TransactionID(1, 2))
            #expect(outcome == (accepted.contains(length) ? .stable : .refused), "length \(length)")
        }
    }

    @Test(arguments: [
        (AttributeType.username, 508), (.realm, 763), (.nonce, 763), (.software, 763),
        (.alternateDomain, 255),
    ])
    func refusesTextsThatAreTooLong(_ type: AttributeType, _ maximum: Int) throws {
        let attribute = try #require(AnyAttribute.all.first { $0.type == type })
        for (length, outcome) in [(maximum, AnyAttribute.Outcome.stable), (maximum + 1, .refused)] {
            let value = [UInt8](repeating: 0x41, count: length)
            #expect(attribute.judge(value, TransactionID(1, 2)) == outcome)
        }
    }

    @Test(arguments: [AttributeType.username, .realm, .software, .alternateDomain])
    func refusesTextsThatAreNotUTF8(_ type: AttributeType) throws {
        let attribute = try #require(AnyAttribute.all.first { $0.type == type })
        for value in [[0xFF], [0x41, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]] {
            #expect(attribute.judge(value, TransactionID(1, 2)) == .refused)
        }
    }

    @Test(arguments: [AttributeType.username, .realm])
    func refusesControlCharactersInNames(_ type: AttributeType) throws {
        let attribute = try #require(AnyAttribute.all.first { $0.type == type })
        for text in ["a\0", "\n", "a\r\nb", "\u{7F}", "\u{85}", "\u{2028}"] {
            #expect(attribute.judge(Array(text.utf8), TransactionID(1, 2)) == .refused)
        }
        for text in ["%n%s%x", "' OR 1=1--", "\"", "a b", "\u{1F600}"] {
            #expect(attribute.judge(Array(text.utf8), TransactionID(1, 2)) == .stable)
        }
    }
}
