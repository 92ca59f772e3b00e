import Cryptography
import Testing

@Suite struct DigestTests {
    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// RFC 1321 §A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ])
    func matchesTheMD5VectorsOfRFC1321(_ text: String, _ digest: String) {
        let bytes = Array(text.utf8)
        let result = Digest.md5(bytes.span)
        #expect(Self.hex(result) == digest)
    }

    /// RFC 3174 §7.3 and FIPS 180-2 §B.1.
    @Test func matchesTheVectorsOfABC() {
        let bytes = Array("abc".utf8)
        let sha1 = Digest.sha1(bytes.span)
        let sha256 = Digest.sha256(bytes.span)
        #expect(Self.hex(sha1) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            Self.hex(sha256) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }
}
