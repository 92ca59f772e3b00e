import STUN
import SansIO
import TURN
import Testing

/// Messages in a byte stream: RFC 8656 §12.5, RFC 8489 §6.2.2.
struct StreamFramerTests {
    /// A connection that gets its bytes in pieces, and the messages found so far.
    private struct Connection {
        var framer = StreamFramer()
        var buffer: [UInt8] = []
        var messages: [[UInt8]] = []

        mutating func receive(_ piece: some Sequence<UInt8>) throws(StreamFramer.Failure) {
            buffer += piece
            let bytes = buffer
            var offset = 0
            while let range = try framer.next(in: bytes.span, from: &offset) {
                messages.append(Array(bytes[range]))
            }
            buffer.removeFirst(offset)
        }
    }

    private static func channelData(_ count: Int, padded: Bool = true) -> [UInt8] {
        let header = [0x40, 0x01, UInt8(count >> 8), UInt8(count & 0xFF)]
        let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 0x80) }
        return header + data + [UInt8](repeating: 0xFF, count: padded ? -count & 3 : 0)
    }

    private static func message(_ bodyLength: Int) -> [UInt8] {
        var builder = MessageBuilder(MessageType(.binding, .request), TransactionID(1, 2))
        if bodyLength >= 4 { builder.append(DataAttribute([UInt8](repeating: 0xC3, count: bodyLength - 4))) }
        return builder.bytes
    }

    private static let mixture: [[UInt8]] = [
        channelData(0), message(0), channelData(1), channelData(2), message(8), channelData(3),
        channelData(4), channelData(5), message(4), message(0), channelData(1), channelData(9),
    ]

    private static var unpadded: [[UInt8]] {
        mixture.map { message in
            message[0] == 0x40 ? Array(message.prefix(4 + Int(message[3]))) : message
        }
    }

    @Test func findsEveryMessageInOnePiece() throws {
        var connection = Connection()
        try connection.receive(Self.mixture.joined())
        #expect(connection.messages == Self.unpadded)
        #expect(connection.buffer.isEmpty)
    }

    @Test func findsThemByteByByte() throws {
        var connection = Connection()
        for byte in Self.mixture.joined() { try connection.receive([byte]) }
        #expect(connection.messages == Self.unpadded)
        #expect(connection.buffer.isEmpty)
    }

    @Test func findsThemUnderEverySplitInThree() throws {
        let bytes = Array(Self.mixture.joined())
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var connection = Connection()
                try connection.receive(bytes[..<first])
                try connection.receive(bytes[first..<second])
                try connection.receive(bytes[second...])
                guard connection.messages == Self.unpadded, connection.buffer.isEmpty else {
                    Issue.record("split at \(first) and \(second)")
                    return
                }
            }
        }
    }

    @Test func findsThemUnderRandomSplitsOfRandomMixtures() throws {
        var random = SeededRandom(seed: 41)
        for _ in 0..<200 {
            let messages = (0..<20).map { _ -> [UInt8] in
                let length = Int.random(in: 0...300, using: &random)
                return Bool.random(using: &random) ? Self.channelData(length) : Self.message(length & ~3)
            }
            var rest = Array(messages.joined())[...]
            var connection = Connection()
            while !rest.isEmpty {
                let count = min(rest.count, Int.random(in: 1...97, using: &random))
                try connection.receive(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            let expected = messages.map { message in
                message[0] == 0x40
                    ? Array(message.prefix(4 + Int(message[2]) << 8 + Int(message[3]))) : message
            }
            #expect(connection.messages == expected)
            #expect(connection.buffer.isEmpty)
        }
    }

    @Test func oneByteOfDataComesBeforeItsPadding() throws {
        var connection = Connection()
        try connection.receive(Self.channelData(1, padded: false))
        #expect(connection.messages == [Self.channelData(1, padded: false)])
        // The padding comes in pieces, and is never taken for a message.
        for _ in 0..<3 { try connection.receive([0xFF]) }
        #expect(connection.messages.count == 1)
        try connection.receive(Self.message(0))
        #expect(connection.messages.count == 2)
    }

    @Test func everyDeclaredLengthOfChannelDataIsWaitedForAndFound() throws {
        var stream = [UInt8](repeating: 0x40, count: 4 + 65_535 + 3 + 20)
        for length in 0...65_535 {
            stream[2] = UInt8(length >> 8)
            stream[3] = UInt8(length & 0xFF)
            let end = 4 + length
            var framer = StreamFramer()
            var offset = 0
            let early = try framer.next(in: stream.span.extracting(0..<end - 1), from: &offset)
            let found = try framer.next(in: stream.span.extracting(0..<end), from: &offset)
            guard early == nil, found == 0..<end, offset == end else {
                Issue.record("length \(length): \(String(describing: found))")
                return
            }
            // The next search starts behind the padding.
            let padded = end + (-length & 3)
            guard try framer.next(in: stream.span.extracting(0..<padded), from: &offset) == nil,
                offset == padded
            else {
                Issue.record("length \(length): padding")
                return
            }
        }
    }

    @Test func everyDeclaredLengthOfSTUNIsWaitedForOrRefused() throws {
        var stream = [UInt8](repeating: 0, count: 20 + 65_535)
        for length in 0...65_535 {
            stream[2] = UInt8(length >> 8)
            stream[3] = UInt8(length & 0xFF)
            var framer = StreamFramer()
            var offset = 0
            do {
                let early = try framer.next(in: stream.span.extracting(0..<19 + length), from: &offset)
                let found = try framer.next(in: stream.span.extracting(0..<20 + length), from: &offset)
                guard length % 4 == 0, early == nil, found == 0..<20 + length, offset == 20 + length else {
                    Issue.record("length \(length): \(String(describing: found))")
                    return
                }
            } catch {
                guard length % 4 != 0, error == .unalignedLength else {
                    Issue.record("length \(length): \(error)")
                    return
                }
            }
        }
    }

    @Test(arguments: [0x80, 0xBF, 0xC0, 0xFF] as [UInt8])
    func anotherKindEndsTheStreamAtItsFirstByte(first: UInt8) throws {
        var connection = Connection()
        try connection.receive(Self.channelData(1))
        #expect(throws: StreamFramer.Failure.unknownKind) { try connection.receive([first]) }
    }

    @Test func theLongestMessageIsTold() throws {
        let longest = Self.message(65_532)
        #expect(longest.count == StreamFramer.longestMessage)
        var connection = Connection()
        try connection.receive(longest)
        #expect(connection.messages == [longest])
        // With padding a ChannelData message is no longer than that.
        #expect(Self.channelData(65_535).count <= StreamFramer.longestMessage)
    }

    @Test func nothingIsFoundInNothing() throws {
        var framer = StreamFramer()
        var offset = 0
        #expect(try framer.next(in: Span(), from: &offset) == nil)
        #expect(offset == 0)
    }

    @Test func noStreamTrapsIt() {
        var random = SeededRandom(seed: 42)
        var found = 0
        for _ in 0..<20_000 {
            var connection = Connection()
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                var piece = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                // Mostly short declared lengths, so that messages end within the pieces.
                if piece.count > 3, Bool.random(using: &random) {
                    piece[0] &= 0x7F
                    piece[2] = 0
                    piece[3] &= 0x1C
                }
                do throws(StreamFramer.Failure) {
                    try connection.receive(piece)
                } catch {
                    break
                }
            }
            found += connection.messages.count
        }
        #expect(found > 1000)
    }
}
