import STUN
import Testing

@Suite struct ErrorCodeTests {
    private func decode(_ value: [UInt8]) throws -> ErrorCode {
        try ErrorCode(decoding: value.span, transactionID: TransactionID(0, 0))
    }

    @Test func splitsTheCodeIntoHundredsAndRest() throws {
        var writer = AttributeWriter(transactionID: TransactionID(0, 0))
        try #require(ErrorCode(486, reason: "full")).encode(into: &writer)
        #expect(writer.bytes == [0, 0, 4, 86] + Array("full".utf8))
        #expect(try decode(writer.bytes) == ErrorCode(486, reason: "full"))
    }

    @Test func ignoresTheReservedBits() throws {
        #expect(try decode([0xFF, 0xFF, 0xFC, 1]) == .unauthenticated)
    }

    @Test(arguments: [[0, 0, 2, 99], [0, 0, 7, 0], [0, 0, 4, 100], [0, 0, 0, 0]] as [[UInt8]])
    func refusesACodeOutOfRange(_ value: [UInt8]) {
        #expect(throws: AttributeError.outOfRange) { try decode(value) }
    }

    @Test func cannotBeMadeOutOfRange() {
        #expect(ErrorCode(299) == nil && ErrorCode(700) == nil)
        #expect(ErrorCode(400, reason: String(repeating: "x", count: 764)) == nil)
        #expect(ErrorCode(300)?.code == 300 && ErrorCode(699)?.code == 699)
    }

    @Test func wellKnownCodesCarryNoReason() {
        #expect(ErrorCode.unauthenticated.reason.isEmpty && ErrorCode.staleNonce.reason.isEmpty)
    }
}
