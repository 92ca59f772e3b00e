import HTTP
import Testing

/// What clients may send to a server, and must not, with what becomes of it.
enum WebSocketCorpus {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let messages: [WebSocketMessage]
        /// The code in the server's Close; nil for an empty Close.
        let closeCode: Int?
        /// Whether a rule is broken.
        let isViolation: Bool

        init(_ name: String, _ frames: [Frame], _ messages: [WebSocketMessage] = [], closes code: Int? = nil)
        {
            self.init(name, bytes: frames.flatMap(\.masked), messages, code, isViolation: false)
        }

        init(_ name: String, _ frames: [Frame], _ messages: [WebSocketMessage] = [], fails code: Int) {
            self.init(name, bytes: frames.flatMap(\.masked), messages, code, isViolation: true)
        }

        init(_ name: String, bytes: [UInt8], fails code: Int) {
            self.init(name, bytes: bytes, [], code, isViolation: true)
        }

        private init(
            _ name: String,
            bytes: [UInt8],
            _ messages: [WebSocketMessage],
            _ code: Int?,
            isViolation: Bool
        ) {
            self.name = name
            self.bytes = bytes
            self.messages = messages
            self.isViolation = isViolation
            closeCode = code
        }

        var testDescription: String { name }
    }

    private static let end = Frame.close(1000)

    static let messages: [Sample] = [
        Sample("empty text", [Frame(0x81), end], [.text("")], closes: 1000),
        Sample("empty binary", [Frame(0x82), end], [.binary([])], closes: 1000),
        Sample("text", [Frame(0x81, "κόσμε"), end], [.text("κόσμε")], closes: 1000),
        Sample(
            "125 bytes",
            [Frame(0x82, [UInt8](repeating: 7, count: 125)), end],
            [.binary([UInt8](repeating: 7, count: 125))],
            closes: 1000
        ),
        Sample(
            "126 bytes",
            [Frame(0x82, [UInt8](repeating: 7, count: 126)), end],
            [.binary([UInt8](repeating: 7, count: 126))],
            closes: 1000
        ),
        Sample("two fragments", [Frame(0x01, "ab"), Frame(0x80, "cd"), end], [.text("abcd")], closes: 1000),
        Sample("empty fragments", [Frame(0x01), Frame(0x00), Frame(0x80), end], [.text("")], closes: 1000),
        Sample(
            "a character over three fragments",
            [Frame(0x01, [0xE2]), Frame(0x00, [0x82]), Frame(0x80, [0xAC]), end],
            [.text("€")],
            closes: 1000
        ),
        Sample(
            "a ping between fragments",
            [Frame(0x02, "ab"), Frame(0x89, "x"), Frame(0x80, "cd"), end],
            [.binary(Array("abcd".utf8))],
            closes: 1000
        ),
        Sample("an unasked pong", [Frame(0x8A, "x"), Frame(0x81, "a"), end], [.text("a")], closes: 1000),
        Sample(
            "two messages",
            [Frame(0x81, "a"), Frame(0x82, "b"), end],
            [.text("a"), .binary(Array("b".utf8))],
            closes: 1000
        ),
        Sample("a Close between fragments", [Frame(0x01, "ab"), end], [], closes: 1000),
        Sample("a message behind the Close", [end, Frame(0x81, "a")], [], closes: 1000),
    ]

    static let closes: [Sample] =
        [
            Sample("an empty Close", [Frame(0x88)]),
            Sample("a Close with a reason", [.close(1001, "κόσμε")], closes: 1001),
            Sample(
                "a Close with 123 bytes of reason",
                [.close(1000, String(repeating: "x", count: 123))],
                closes: 1000
            ),
            Sample("half a code", [Frame(0x88, [3])], fails: 1002),
            Sample("a reason that is not UTF-8", [Frame(0x88, [3, 0xE8, 0xFF])], fails: 1007),
        ]
        + [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999].map
    {
        Sample("code \($0)", [.close($0)], closes: Int($0))
    }
        + [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map {
            Sample("code \($0), which is never sent", [.close($0)], fails: 1002)
        }

    static let violations: [Sample] = [
        Sample("no mask", bytes: Frame(0x81, "a").plain, fails: 1002),
        Sample("RSV1", [Frame(0xC1, "a")], fails: 1002),
        Sample("RSV2", [Frame(0xA1, "a")], fails: 1002),
        Sample("RSV3 on a ping", [Frame(0x99, "a")], fails: 1002),
        Sample("opcode 3", [Frame(0x83, "a")], fails: 1002),
        Sample("opcode 7", [Frame(0x87)], fails: 1002),
        Sample("opcode 11", [Frame(0x8B)], fails: 1002),
        Sample("opcode 15", [Frame(0x8F)], fails: 1002),
        Sample("a continuation of nothing", [Frame(0x80, "a")], fails: 1002),
        Sample(
            "a continuation behind a whole message",
            [Frame(0x81, "a"), Frame(0x80, "b")],
            [.text("a")],
            fails: 1002
        ),
        Sample("a text within fragments", [Frame(0x01, "a"), Frame(0x81, "b")], fails: 1002),
        Sample("a binary within fragments", [Frame(0x01, "a"), Frame(0x02, "b")], fails: 1002),
        Sample("a fragmented ping", [Frame(0x09, "a"), Frame(0x80, "b")], fails: 1002),
        Sample("a fragmented Close", [Frame(0x08)], fails: 1002),
        Sample("a ping of 126 bytes", [Frame(0x89, [UInt8](repeating: 0, count: 126))], fails: 1002),
        Sample(
            "a Close of 126 bytes",
            [Frame(0x88, [3, 0xE8] + [UInt8](repeating: 0x61, count: 124))],
            fails: 1002
        ),
        Sample("16 bits for a small length", bytes: [0x82, 0xFE, 0, 125, 0, 0, 0, 0], fails: 1002),
        Sample(
            "64 bits for a small length",
            bytes: [0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0],
            fails: 1002
        ),
        Sample(
            "a length of 64 bits",
            bytes: [0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            fails: 1002
        ),
        Sample(
            "the greatest length",
            bytes: [0x82, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
            fails: 1009
        ),
        Sample(
            "the greatest length, continued",
            bytes: Frame(0x02, "a").masked + [
                0x80, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0,
            ],
            fails: 1009
        ),
        Sample("text that is not UTF-8", [Frame(0x81, [0xCE, 0xBA, 0xFF])], fails: 1007),
        Sample("a surrogate", [Frame(0x81, [0xED, 0xA0, 0x80])], fails: 1007),
        Sample("an overlong slash", [Frame(0x81, [0xC0, 0xAF])], fails: 1007),
        Sample("beyond Unicode", [Frame(0x81, [0xF4, 0x90, 0x80, 0x80])], fails: 1007),
        Sample("a text that ends within a character", [Frame(0x81, [0xE2, 0x82])], fails: 1007),
        Sample(
            "a wrong byte in an unfinished text",
            [Frame(0x01, [0xE2]), Frame(0x00, [0x28])],
            fails: 1007
        ),
        Sample("HTTP instead of frames", bytes: Array("GET / HTTP/1.1\r\n\r\n".utf8), fails: 1002),
    ]

    static let all = messages + closes + violations
}
