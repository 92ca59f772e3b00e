import JSON
public import Namespaces

/// A headless Chromium in a network namespace, with a profile of its own.
///
/// It ends, with all its processes and its files, when this value goes or this process ends. It runs without a
/// sandbox, as root has to; it is to be shown pages of ours only.
public final class Browser {
    /// What a browser is started with.
    public struct Settings {
        /// Its hosts file; nil for the machine's.
        public var hostsFile: String?
        /// PEM files of certificate authorities that it trusts besides its own, one certificate in each.
        public var authorities: [String] = []

        public init() {}
    }

    public let version: String
    private let process: ChildProcess
    private let pipe: DevToolsPipe
    private var pages: [String: BrowserPage] = [:]

    /// Starts the browser, and returns when it answers.
    public init(in namespace: NetworkNamespace, _ settings: Settings) throws {
        var program = try BrowserProgram.make(authorities: settings.authorities)
        program.hostsFile = settings.hostsFile
        let process = try ChildProcess(program, in: namespace, output: .discarded, opensChannel: true)
        guard let channel = process.channel else { throw DevToolsError.ended("no channel") }
        self.process = process
        pipe = DevToolsPipe(channel) {
            // What it has said is complete when it has ended.
            process.wait(for: .seconds(1))
            return process.errors.lines.filter { !$0.isEmpty }.suffix(3).joined(separator: " | ")
        }
        version = try pipe.call("Browser.getVersion")["product"]?.string ?? "?"
        pipe.onEvent = { [unowned self] event in
            if let session = event.session { pages[session]?.take(event) }
        }
    }

    deinit {
        process.endTree()
    }

    /// Opens a page and waits until it is loaded.
    public func open(_ url: String, within duration: Duration = .seconds(20)) throws -> BrowserPage {
        let target = try pipe.call("Target.createTarget", ["url": "about:blank"])["targetId"] ?? .null
        let attached = try pipe.call("Target.attachToTarget", ["targetId": target, "flatten": true])
        guard let session = attached["sessionId"]?.string else {
            throw DevToolsError.malformed("no session for a page")
        }
        let page = BrowserPage(session: session, pipe: pipe)
        pages[session] = page
        try page.load(url, within: duration)
        return page
    }

    /// Ends the browser, with all its processes and its files.
    public func close() {
        process.endTree()
    }
}
