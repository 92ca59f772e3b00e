import Cryptography
import Testing

@Suite struct HMACTests {
    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Key, data and digest of RFC 2202 §3.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b617318655057264e28bc0b6fb378c8ef146be00"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "125d7342b9ac11cd91a39af48aa17b4f63f175d3"
        ),
        (
            [UInt8](repeating: 0xAA, count: 80),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "aa4ae5e15272d00e95705637ce8a3b55ed402112"
        ),
    ])
    func matchesTheSHA1VectorsOfRFC2202(_ key: [UInt8], _ message: [UInt8], _ digest: String) {
        let code = HMAC.sha1(message.span, key: key.span)
        #expect(Self.hex(code) == digest)
    }

    /// RFC 4231 §4.2, §4.3, §4.4 and §4.7.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func matchesTheSHA256VectorsOfRFC4231(_ key: [UInt8], _ message: [UInt8], _ digest: String) {
        let code = HMAC.sha256(message.span, key: key.span)
        #expect(Self.hex(code) == digest)
    }

    @Test func joinsTwoPartsAsOneMessage() {
        let key = Array("key".utf8)
        let message = [UInt8](0..<100)
        let whole = HMAC.sha256(message.span, key: key.span)
        for split in [0, 1, 64, 99, 100] {
            let (first, second) = (Array(message[..<split]), Array(message[split...]))
            let joined = HMAC.sha256(joining: first.span, second.span, key: key.span)
            #expect(joined == whole)
        }
    }

    /// The well-known digest of nothing under no key.
    @Test func acceptsAnEmptyKeyAndAnEmptyMessage() {
        let nothing: [UInt8] = []
        let code = HMAC.sha1(nothing.span, key: nothing.span)
        #expect(Self.hex(code) == "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d")
        let long = HMAC.sha256(Span(), key: Span())
        #expect(Self.hex(long) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test func givesTheSameCodeOnEveryThread() async {
        let key = Array("Jefe".utf8)
        let message = Array("what do ya want for nothing?".utf8)
        let codes = await withTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<200 {
                group.addTask { HMAC.sha1(message.span, key: key.span) }
            }
            return await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(codes.map(Self.hex) == ["effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"])
    }
}
