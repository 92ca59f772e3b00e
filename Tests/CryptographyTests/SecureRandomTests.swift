import Cryptography
import Testing

@Suite struct SecureRandomTests {
    @Test func doesNotRepeatItselfAcrossBatchesAndCopies() {
        var random = SecureRandom()
        var copy = random
        var seen: Set<UInt64> = []
        for _ in 0..<1000 {
            seen.insert(random.next())
            seen.insert(copy.next())
        }
        #expect(seen.count == 2000)
    }

    @Test func givesAsManyBytesAsAskedFor() {
        for count in [0, 1, 12, 1000] {
            #expect(SecureRandom.bytes(count).count == count)
        }
        #expect(SecureRandom.bytes(16) != SecureRandom.bytes(16))
    }
}
