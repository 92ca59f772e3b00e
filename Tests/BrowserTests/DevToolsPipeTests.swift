import JSON
import Namespaces
import Testing

@testable import Browser

extension ChromiumTests {
    /// The pipe, with a shell for a browser.
    @Suite struct DevToolsPipeTests {
        /// A browser that reads one request and then says what `script` prints, `|` for the zero bytes.
        private static func browser(_ script: String) throws -> ChildProcess {
            let program = Program(
                path: "/bin/sh",
                arguments: [
                    "-c", "head -zn 1 <&3 >/dev/null; { \(script); } | tr '|' '\\0' >&4; cat <&3 >/dev/null",
                ]
            )
            return try ChildProcess(program, in: try NetworkNamespace(label: "host"), opensChannel: true)
        }

        private static func pipe(to browser: ChildProcess) throws -> DevToolsPipe {
            DevToolsPipe(try #require(browser.channel)) { browser.errors.text }
        }

        @Test func handsOnEventsWhileItWaitsForItsAnswer() throws {
            let browser = try Self.browser(
                #"printf '%s' '{"method":"A"}|{"method":"B","sessionId":"S"}|{"id":1,"result":{"is":"it"}}|'"#
            )
            let pipe = try Self.pipe(to: browser)
            var events: [String] = []
            pipe.onEvent = { events.append($0.method) }
            #expect(try pipe.call("Ask") == ["is": "it"])
            #expect(events == ["A", "B"])
        }

        @Test func saysWhatWasRefused() throws {
            let browser = try Self.browser(#"printf '%s' '{"id":1,"error":{"message":"not now"}}|'"#)
            #expect(throws: DevToolsError.refused(method: "Ask", "not now")) {
                try Self.pipe(to: browser).call("Ask")
            }
        }

        @Test func passesOverTheAnswerToARequestThatWasGivenUp() throws {
            let browser = try Self.browser(
                #"head -zn 1 <&3 >/dev/null; printf '%s' '{"id":1,"result":{"late":true}}|{"id":2,"result":{}}|'"#
            )
            let pipe = try Self.pipe(to: browser)
            #expect(throws: DevToolsError.timeout(method: "First")) {
                try pipe.call("First", within: .milliseconds(50))
            }
            #expect(try pipe.call("Second") == [:])
        }

        @Test func givesUpOnABrowserThatOnlyTellsEvents() throws {
            let browser = try Self.browser(#"yes '{"method":"Tick"}|'"#)
            let pipe = try Self.pipe(to: browser)
            var events = 0
            pipe.onEvent = { _ in events += 1 }
            #expect(throws: DevToolsError.timeout(method: "Ask")) {
                try pipe.call("Ask", within: .milliseconds(50))
            }
            #expect(events > 0)
        }

        @Test func saysWhatABrowserSaidThatEnded() throws {
            let browser = try ChildProcess(
                Program(path: "/bin/sh", arguments: ["-c", "echo out of memory >&2"]),
                in: try NetworkNamespace(label: "host"),
                opensChannel: true
            )
            let pipe = try Self.pipe(to: browser)
            #expect(browser.wait(for: .seconds(5)) == .exited(0))
            #expect(throws: DevToolsError.ended("out of memory\n")) { try pipe.call("Ask") }
        }
    }
}
