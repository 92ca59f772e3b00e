import STUN
import Testing

@Suite struct PasswordAlgorithmsTests {
    private let id = TransactionID(0, 0)

    @Test func readsAListInOrder() throws {
        let value: [UInt8] = [0, 2, 0, 0, 0, 1, 0, 0]
        let list = try PasswordAlgorithms(decoding: value.span, transactionID: id)
        #expect(list.algorithms == [.sha256, .md5])
    }

    @Test func skipsTheParametersOfAnUnknownAlgorithm() throws {
        let value: [UInt8] = [0, 9, 0, 3, 1, 2, 3, 0, 0, 2, 0, 0]
        let list = try PasswordAlgorithms(decoding: value.span, transactionID: id)
        #expect(list.algorithms.map(\.number) == [9, 2])
        #expect(list.algorithms[0].parameters == [1, 2, 3])
    }

    @Test func toleratesTheLastPaddingToBeLeftOut() throws {
        let value: [UInt8] = [0, 9, 0, 1, 7]
        let algorithm = try PasswordAlgorithm(decoding: value.span, transactionID: id)
        #expect(algorithm.parameters == [7])
        var writer = AttributeWriter(transactionID: id)
        algorithm.encode(into: &writer)
        #expect(writer.bytes == [0, 9, 0, 1, 7, 0, 0, 0])
    }

    @Test(arguments: [[0], [0, 1, 0], [0, 1, 0, 1], [0, 1, 0xFF, 0xFF, 0], [0, 1, 0, 0, 0]] as [[UInt8]])
    func refusesAnEntryThatDoesNotFit(_ value: [UInt8]) {
        #expect(throws: AttributeError.wrongLength(value.count)) {
            try PasswordAlgorithms(decoding: value.span, transactionID: id)
        }
        #expect(throws: AttributeError.wrongLength(value.count)) {
            try PasswordAlgorithm(decoding: value.span, transactionID: id)
        }
    }
}
