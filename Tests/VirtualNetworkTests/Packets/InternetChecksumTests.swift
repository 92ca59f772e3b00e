import SansIO
import Testing

@testable import VirtualNetwork

struct InternetChecksumTests {
    private let memory = PacketMemory()

    /// The example of RFC 1071 §3.
    @Test func sumsTheExampleInTheRFC() {
        let packet = memory.packet([0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6, 0xF7])
        var checksum = InternetChecksum()
        checksum.add(packet, 0..<8)
        #expect(checksum.folded == 0xDDF2)
        #expect(checksum.value == ~0xDDF2)
    }

    @Test func takesAnOddLastByteForTheUpperHalfOfAWord() {
        let packet = memory.packet([0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE])
        var odd = InternetChecksum()
        odd.add(packet, 0..<7)
        var words = InternetChecksum()
        for word: UInt16 in [0x1234, 0x5678, 0x9ABC, 0xDE00] { words.add(word) }
        #expect(odd.folded == words.folded)
    }

    @Test func addsAnAddressAsItsWords() throws {
        var address = InternetChecksum()
        address.add(try #require(IPAddress("2001:2:3:4:5:6:7:8")))
        var words = InternetChecksum()
        for word: UInt16 in [0x2001, 2, 3, 4, 5, 6, 7, 8] { words.add(word) }
        #expect(address.folded == words.folded)
    }

    /// The example of RFC 1624 §4, on which the equation of RFC 1141 fails.
    @Test func changesTheExampleInTheRFC() {
        var change = ChecksumChange()
        change.replace(0x5555, with: 0x3285)
        #expect(change.applied(to: 0xDD2F) == 0x0000)
    }

    @Test func changingEqualsComputingAnew() {
        var random = SeededRandom(seed: 1624)
        for _ in 0..<2000 {
            let words = (0..<10).map { _ in UInt16.random(in: 0...UInt16.max, using: &random) }
            var changed = words
            var change = ChecksumChange()
            for index in 0..<Int.random(in: 1...10, using: &random) {
                changed[index] = Bool.random(using: &random) ? 0xFFFF : .random(in: 0...9, using: &random)
                change.replace(words[index], with: changed[index])
            }
            var before = InternetChecksum()
            for word in words { before.add(word) }
            var after = InternetChecksum()
            for word in changed { after.add(word) }
            after.add(change.applied(to: before.value))
            #expect(after.folded == 0xFFFF)
        }
    }
}
