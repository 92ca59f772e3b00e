import JSON
import Testing

@testable import Browser

struct DevToolsMessagesTests {
    private static let stream = Array(
        (#"{"id":1,"result":{"product":"Chrome"}}"# + "\0"
            + #"{"method":"Page.loadEventFired","sessionId":"S","params":{"timestamp":1}}"# + "\0"
            + #"{"id":2,"error":{"code":-32601,"message":"no such method"}}"# + "\0").utf8
    )
    private static let expected: [DevToolsMessage] = [
        .result(id: 1, ["product": "Chrome"]),
        .event(DevToolsEvent(method: "Page.loadEventFired", session: "S", parameters: ["timestamp": 1])),
        .failure(id: 2, "no such method"),
    ]

    @Test(arguments: [1, 7, 1000]) func areTheSameHoweverTheStreamIsCut(_ length: Int) throws {
        var messages = DevToolsMessages()
        var seen: [DevToolsMessage] = []
        var rest = Self.stream[...]
        while !rest.isEmpty {
            try messages.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
            while let message = try messages.next() { seen.append(message) }
        }
        #expect(seen == Self.expected)
    }

    @Test func refusesWhatIsNoJSON() throws {
        var messages = DevToolsMessages()
        try messages.append(Array("nonsense\0".utf8))
        var thrown: DevToolsError?
        do throws(DevToolsError) {
            _ = try messages.next()
        } catch {
            thrown = error
        }
        guard case .malformed = thrown else {
            Issue.record("read as a message")
            return
        }
    }

    @Test func writesARequestWithItsSessionAndAZero() {
        let bytes = DevToolsMessages.encode(3, "Page.enable", [:], session: "S")
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"id":3,"method":"Page.enable","params":{},"sessionId":"S"}"# + "\0"
        )
    }
}
