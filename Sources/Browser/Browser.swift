import Glibc
import JSON
public import Namespaces

/// A headless Chromium in a network namespace, with a profile of its own.
///
/// It ends, with all its processes and its profile, when this value goes or this process ends. It runs without a
/// sandbox, as root has to; it is to be shown pages of ours only.
public final class Browser {
    /// What a browser is started with.
    public struct Settings {
        /// Its hosts file; nil for the machine's.
        public var hostsFile: String?
        /// PEM files of certificate authorities that it trusts besides its own.
        public var authorities: [String] = []
        /// The directory that its profile is made in; nil for the usual one.
        public var directory: String?

        public init() {}
    }

    public let version: String
    private let process: ChildProcess
    private let pipe: DevToolsPipe
    private let profile: BrowserProfile
    private var pages: [String: BrowserPage] = [:]

    /// Starts the browser, and returns when it answers.
    public init(in namespace: NetworkNamespace, _ settings: Settings) throws {
        // A browser that has ended must not end us by a write.
        signal(SIGPIPE, SIG_IGN)
        profile = try BrowserProfile(in: settings.directory)
        for authority in settings.authorities { try profile.trust(authority, in: namespace) }
        var program = try Program(named: "chromium", arguments: Self.arguments(profile))
        program.environment["HOME"] = profile.home
        program.hostsFile = settings.hostsFile
        let process = try ChildProcess(program, in: namespace, output: .discarded, opensChannel: true)
        guard let channel = process.channel else { throw DevToolsError.ended("no channel") }
        self.process = process
        pipe = DevToolsPipe(channel) {
            process.errors.lines.filter { !$0.isEmpty }.suffix(3).joined(separator: " | ")
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

    /// Ends the browser and removes its profile.
    public func close() {
        process.endTree()
        profile.remove()
    }

    /// mDNS candidates stay as they are, no permission is granted: a page is what a user's page is.
    private static func arguments(_ profile: BrowserProfile) -> [String] {
        [
            "--headless=new", "--window-size=900,760", "--no-sandbox", "--no-first-run", "--disable-gpu",
            "--mute-audio",
            "--disable-component-update", "--disable-background-networking", "--disable-sync",
            "--disable-default-apps", "--disable-domain-reliability", "--no-pings",
            "--password-store=basic", "--use-mock-keychain",
            "--autoplay-policy=no-user-gesture-required",
            "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
            "--disable-backgrounding-occluded-windows",
            "--user-data-dir=\(profile.data)", "--remote-debugging-pipe", "about:blank",
        ]
    }
}
