import JSON
import Namespaces
import Testing

@testable import Browser

extension ChromiumTests {
    @Suite struct BrowserPageTests {
        @Test func evaluatesValuesAndPromisesAndTellsWhatWasThrown() throws {
            let browser = try Browser(in: try NetworkNamespace(label: "host"), Browser.Settings())
            let page = try browser.open(
                "data:text/html,<script>function add(a, b) { return {sum: a + b}; }"
                    + "console.log('one', 2, {}); throw new Error('at the start')</script>"
            )
            #expect(try page.call(function: "add", 1, 2) == ["sum": 3])
            #expect(
                try page.call(function: "add", "it's ", "\"\u{2028}</script>") == [
                    "sum": "it's \"\u{2028}</script>"
                ]
            )
            #expect(try page.evaluate("Promise.resolve([true, null])") == [true, .null])
            #expect(page.console.first == "one 2 Object")
            #expect(page.console.last?.hasPrefix("threw: Error: at the start") == true)
            let thrown = #expect(throws: DevToolsError.self) {
                try page.evaluate("Promise.reject(new Error('no'))")
            }
            #expect("\(try #require(thrown))".hasPrefix("the page threw: Error: no"))
            #expect(throws: DevToolsError.timeout(method: "Runtime.evaluate")) {
                try page.evaluate("new Promise(() => {})", within: .milliseconds(50))
            }
            #expect(try page.evaluate("6 * 7") == 42)
            #expect(try page.screenshot().prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        }

        @Test func isLoadedWhenItIsOpened() throws {
            let browser = try Browser(in: try NetworkNamespace(label: "host"), Browser.Settings())
            for number in 0..<8 {
                let page = try browser.open("data:text/html,<p id=number>\(number)</p>")
                #expect(try page.evaluate("document.readyState") == "complete")
                #expect(
                    try page.evaluate("document.getElementById('number').textContent") == .string("\(number)")
                )
            }
            #expect(
                throws: DevToolsError.refused(
                    method: "Page.navigate https://nobody.castlab.test/",
                    "net::ERR_INTERNET_DISCONNECTED"
                )
            ) {
                try browser.open("https://nobody.castlab.test/")
            }
        }
    }
}
