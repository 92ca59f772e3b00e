import STUN
import Testing

@Suite struct SecurityFeaturesTests {
    /// Bit 0 is the least significant: RFC 8489 §18.1 with the verified erratum 6290.
    @Test(
        arguments: [
            ([], "AAAA"), (.passwordAlgorithms, "AAAB"), (.usernameAnonymity, "AAAC"),
            ([.passwordAlgorithms, .usernameAnonymity], "AAAD"),
        ] as [(SecurityFeatures, String)]
    )
    func numbersItsBitsFromTheRight(_ features: SecurityFeatures, _ digits: String) {
        #expect(features.noncePrefix == Array("obMatJos2\(digits)".utf8))
        let nonce = Array("obMatJos2\(digits)anything".utf8)
        #expect(SecurityFeatures(nonce: nonce.span) == features)
    }

    @Test func keepsBitsItDoesNotKnow() {
        let nonce = Array("obMatJos2////".utf8)
        #expect(SecurityFeatures(nonce: nonce.span)?.rawValue == 0xFF_FFFF)
    }

    @Test(arguments: [
        "", "obMatJos2", "obMatJos2AAA", "obMatJos1AAAB", "xobMatJos2AAAB", "obMatJos2AA=B", "obMatJos2AAA=",
        "obMatJos2AA-_", "f//499k954d6OL34oL9FSTvy64sA",
    ])
    func doNotExistInAnotherNonce(_ text: String) {
        let nonce = Array(text.utf8)
        #expect(SecurityFeatures(nonce: nonce.span) == nil)
    }
}
