import JSON
import Testing

struct JSONValueTests {
    @Test(
        arguments: [
            ("null", JSONValue.null), ("true", true), ("0", 0), ("-7", -7), ("1.5", .number(1.5)),
            ("\"\"", ""),
            ("[]", []), ("{}", [:]), ("1e400", nil), ("9223372036854775807", .integer(.max)),
            ("[1, [true, {\"a\": null}]]", [1, [true, ["a": .null]]]),
            ("{\"a\": {\"b\": [\"\\u00e9\"]}}", ["a": ["b": ["é"]]]),
            ("", nil), ("{", nil), ("[,]", nil), ("[1,]", nil), ("{\"a\":1,\"a\":2}", nil),
            ("\u{FEFF}1", nil), ("\"\\u0000\"", "\u{0}"), ("{\"a\":1} x", nil), ("nul", nil), ("'a'", nil),
            ("{a: 1}", nil),
            ("\"\u{1}\"", nil), ("01", nil),
        ] as [(String, JSONValue?)]
    )
    func readsExactlyWhatIsJSON(text: String, expected: JSONValue?) {
        #expect((try? JSONValue(decoding: text.utf8)) == expected)
    }

    @Test func refusesBytesThatAreNotUTF8() {
        #expect(throws: JSONError.self) { try JSONValue(decoding: [0x22, 0xC3, 0x28, 0x22]) }
    }

    @Test func survivesDeepNesting() {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: JSONError.self) { try JSONValue(decoding: text.utf8) }
    }

    /// A text of 8 kB that a reader which tries one kind after the other needs a minute for.
    @Test func takesNoLongerForDeepNesting() throws {
        let text =
            String(repeating: "[", count: 450) + Array(repeating: "1", count: 2400).joined(separator: ",")
            + String(repeating: "]", count: 450)
        let clock = ContinuousClock()
        let time = try clock.measure { for _ in 0..<20 { _ = try JSONValue(decoding: text.utf8) } }
        #expect(time < .seconds(5))
    }

    @Test func comesBackFromItsOwnText() throws {
        let value: JSONValue = [
            "url": "https://a/b", "list": [1, .number(0.25), .null, false], "o": ["k": "v"],
        ]
        #expect(try JSONValue(decoding: JSONText.line(value).utf8) == value)
        #expect(JSONText.line(["b": "x/y", "a": 1] as JSONValue) == #"{"a":1,"b":"x/y"}"#)
    }

    @Test func givesMembersAndElementsOrNil() {
        let value: JSONValue = ["list": [1, "two", .number(3)], "flag": true]
        #expect(value["list"]?[1]?.string == "two")
        #expect(value["list"]?[2]?.integer == 3)
        #expect(value["list"]?[0]?.number == 1)
        #expect(value["list"]?[3] == nil)
        #expect(value["none"] == nil)
        #expect(value["flag"]?.bool == true)
        #expect(value["flag"]?.integer == nil)
        #expect(value[0] == nil)
    }
}
