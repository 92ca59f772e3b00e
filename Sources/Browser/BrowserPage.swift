import Cryptography
public import JSON

/// A page of a browser.
public final class BrowserPage {
    private let session: String
    private let pipe: DevToolsPipe
    /// What the page has written to its console, and what it has thrown without catching it.
    public private(set) var console: [String] = []

    init(session: String, pipe: DevToolsPipe) {
        self.session = session
        self.pipe = pipe
    }

    func load(_ url: String, within duration: Duration) throws {
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] { _ = try call(domain) }
        let navigation = try call("Page.navigate", ["url": .string(url)])
        if let failure = navigation["errorText"]?.string {
            throw DevToolsError.refused(method: "Page.navigate \(url)", failure)
        }
        // The answer comes when the new document is there. Its load event may have come before the answer, so it is
        // the document that is asked.
        _ = try evaluate(
            """
            new Promise(resolve => {
                if (document.readyState === "complete") resolve();
                else addEventListener("load", () => resolve());
            })
            """,
            within: duration
        )
    }

    /// The value of a JavaScript expression; a promise is waited for.
    public func evaluate(_ expression: String, within duration: Duration = .seconds(20)) throws -> JSONValue {
        let answer = try call(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true],
            within: duration
        )
        if let exception = answer["exceptionDetails"] {
            throw DevToolsError.exception(
                ([Self.words(exception)] + console.suffix(5)).joined(separator: "\n")
            )
        }
        return answer["result"]?["value"] ?? .null
    }

    /// Calls a function of the page with arguments; a promise is waited for.
    public func call(
        function name: String,
        _ arguments: JSONValue...,
        within duration: Duration = .seconds(20)
    ) throws -> JSONValue {
        let list = arguments.map { JSONText.line($0) }.joined(separator: ", ")
        return try evaluate("\(name)(\(list))", within: duration)
    }

    /// What the page looks like, as a PNG file.
    public func screenshot() throws -> [UInt8] {
        let answer = try call("Page.captureScreenshot", ["format": "png"])
        guard let text = answer["data"]?.string, let bytes = Base64.decode(text) else {
            throw DevToolsError.malformed("a screenshot that is no base64")
        }
        return bytes
    }

    /// Takes in what has happened in the page.
    func take(_ event: DevToolsEvent) {
        switch event.method {
        case "Runtime.consoleAPICalled":
            let parts = event.parameters["args"]?.array ?? []
            console.append(parts.map { Self.text($0) }.joined(separator: " "))
        case "Log.entryAdded":
            let entry = event.parameters["entry"]
            let place = entry?["url"]?.string.map { " (\($0))" } ?? ""
            console.append((entry?["text"]?.string ?? "?") + place)
        case "Runtime.exceptionThrown":
            console.append("threw: " + Self.words(event.parameters["exceptionDetails"] ?? .null))
        default: break
        }
    }

    private func call(
        _ method: String,
        _ parameters: JSONValue = [:],
        within duration: Duration = .seconds(20)
    ) throws -> JSONValue {
        try pipe.call(method, parameters, session: session, within: duration)
    }

    private static func text(_ object: JSONValue) -> String {
        if let text = object["value"]?.string { return text }
        return object["description"]?.string ?? object["value"].map { JSONText.line($0) } ?? "?"
    }

    private static func words(_ exception: JSONValue) -> String {
        exception["exception"]?["description"]?.string ?? exception["text"]?.string
            ?? JSONText.line(exception)
    }
}
