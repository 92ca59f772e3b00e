import STUN
import Testing

@Suite struct CyclicRedundancyCheckTests {
    /// The check value that catalogues of CRCs give for CRC-32.
    @Test func matchesTheCheckValue() {
        let digits = Array("123456789".utf8)
        let checksum = CyclicRedundancyCheck.crc32(digits.span)
        #expect(checksum == 0xCBF4_3926)
        #expect(CyclicRedundancyCheck.crc32(Span()) == 0)
    }
}
