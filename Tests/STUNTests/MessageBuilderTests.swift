import STUN
import Testing

@Suite struct MessageBuilderTests {
    private let id = TransactionID(0x0102_0304, 0x0506_0708_090A_0B0C)

    @Test func writesTheHeader() {
        let message = MessageBuilder(MessageType(.binding, .indication), id)
        #expect(message.bytes == [0, 0x11, 0, 0, 0x21, 0x12, 0xA4, 0x42] + (1...12).map { UInt8($0) })
    }

    @Test func theLengthIsRightAfterEveryStep() throws {
        var message = MessageBuilder(MessageType(.binding, .request), id)
        for length in 0...9 {
            message.appendRaw(type: .software, value: [UInt8](repeating: 1, count: length))
            let bytes = message.bytes
            #expect(Int(bytes[2]) << 8 | Int(bytes[3]) == bytes.count - 20)
            let count = try MessageView(bytes.span).all(OpaqueSoftware.self).count
            #expect(count == length + 1)
        }
        let steps: [(inout MessageBuilder) -> Void] = [
            { $0.appendIntegrity(key: [1]) }, { $0.appendIntegritySHA256(key: [1]) },
            { $0.appendFingerprint() },
        ]
        for step in steps {
            step(&message)
            let bytes = message.bytes
            #expect(Int(bytes[2]) << 8 | Int(bytes[3]) == bytes.count - 20)
        }
    }

    @Test func padsWithZeros() {
        var message = MessageBuilder(MessageType(.binding, .request), id)
        message.appendRaw(type: .nonce, value: [0xFF])
        #expect(message.bytes.suffix(8) == [0, 0x15, 0, 1, 0xFF, 0, 0, 0])
    }

    @Test func tellsHowMuchStillFits() throws {
        var message = MessageBuilder(MessageType(.binding, .request), id)
        #expect(message.remainingLength == 65_532)
        message.append(try #require(Padding(length: 65_528)))
        #expect(message.remainingLength == 0)
        let bytes = message.bytes
        let padding = try MessageView(bytes.span).attribute(Padding.self)
        #expect(padding?.length == 65_528)
        #expect(Padding(length: 65_529) == nil)
    }
}

/// SOFTWARE as bytes, so that the test above may put anything into it.
private struct OpaqueSoftware: Attribute {
    static let type = AttributeType.software
    init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {}
    func encode(into writer: inout AttributeWriter) {}
}
