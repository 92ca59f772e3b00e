import STUN
import Testing

@Suite struct MessageTypeTests {
    @Test(
        arguments: [
            (0x0001, 0x001, MessageClass.request), (0x0011, 0x001, .indication),
            (0x0101, 0x001, .success), (0x0111, 0x001, .error),
            (0x0003, 0x003, .request), (0x0016, 0x006, .indication), (0x0118, 0x008, .error),
            (0x3EEF, 0xFFF, .request), (0x3FFF, 0xFFF, .error),
        ] as [(UInt16, UInt16, MessageClass)]
    )
    func interleavesMethodAndClass(_ raw: UInt16, _ method: UInt16, _ messageClass: MessageClass) throws {
        let type = try #require(MessageType(rawValue: raw))
        #expect(type.method.rawValue == method && type.messageClass == messageClass)
        #expect(type.rawValue == raw)
    }

    @Test func everyFourteenBitsAreOneType() {
        for raw in UInt16(0)..<0x4000 {
            #expect(MessageType(rawValue: raw)?.rawValue == raw)
        }
    }

    @Test(arguments: [0x4000, 0x8000, 0xC000, 0xFFFF] as [UInt16])
    func refusesTheFirstTwoBits(_ raw: UInt16) {
        #expect(MessageType(rawValue: raw) == nil)
    }

    @Test func refusesAMethodOfMoreThanTwelveBits() {
        #expect(Method(rawValue: 0x1000) == nil && Method(rawValue: 0x0FFF) != nil)
    }
}
