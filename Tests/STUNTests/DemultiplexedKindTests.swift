import STUN
import Testing

@Suite struct DemultiplexedKindTests {
    /// RFC 7983 §7; RFC 8656 §12 lets channels go from 0x4000 to 0x4FFF.
    @Test func tellsTheProtocolsApartByTheFirstByte() {
        for byte in UInt8.min...UInt8.max {
            let expected: DemultiplexedKind =
                switch byte {
                case 0, 1, 2, 3: .stun
                case 20...63: .dtls
                case 64...79: .channelData
                case 128...191: .rtp
                default: .other
                }
            #expect(DemultiplexedKind(firstByte: byte) == expected)
        }
    }

    @Test func anEmptyDatagramIsNothing() {
        #expect(DemultiplexedKind(Span()) == .other)
    }
}
