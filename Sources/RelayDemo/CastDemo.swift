import Browser
import JSON
import Namespaces
import SansIO
import Trial

/// A cast from one browser to another through the relay, over each transport in turn.
final class CastDemo {
    static let transports = ["udp", "tcp", "tls"]
    /// Frames that a cast has to bring, which takes two seconds at the page's 30 a second.
    static let wantedFrames = 60

    private let network: DemoNetwork
    private let relay: RelayProcess
    private let pages: PageServer
    private let browsers: (sender: Browser, receiver: Browser)
    private let sender: BrowserPage
    private let receiver: BrowserPage
    let token: String
    private let screenshots: String?
    private let hostsFile: String

    /// Starts the relay with its `ice-config` endpoint, the server of the pages and the two browsers.
    init(castrelayIn binaries: String, directory: TemporaryDirectory, screenshots: String?) throws {
        network = try DemoNetwork()
        try Self.routeEverything(network)
        let secret = RelayProcess.randomSecret()
        var settings = RelayProcess.Settings()
        settings.iceConfig = RelayProcess.Settings.IceConfig(
            issuer: SignedInUser.issuer,
            tokenSecretFile: try directory.write("\(secret)\n", to: "token-secret"),
            origin: CastPage.origin
        )
        relay = try RelayProcess(
            .castrelay,
            castrelayIn: binaries,
            network: network,
            directory: directory,
            settings: settings
        )
        pages = try PageServer(on: network.relay, relay.certificate)
        token = SignedInUser(id: "7f0c2a4e-0d5b-4a9e-8a51-0f6f4f6f2c11", secret: secret).token
        self.screenshots = screenshots
        var browserSettings = Browser.Settings()
        browserSettings.authorities = [relay.certificate.authority]
        hostsFile = try directory.write(Self.hosts(network), to: "hosts")
        browserSettings.hostsFile = hostsFile
        browsers = (
            try Browser(in: network.client.namespace, browserSettings),
            try Browser(in: network.peer.namespace, browserSettings)
        )
        sender = try browsers.sender.open("\(CastPage.origin)/sender")
        receiver = try browsers.receiver.open("\(CastPage.origin)/receiver")
    }

    /// Which browser casts.
    var browserVersion: String { browsers.sender.version }

    /// Ends everything it started.
    func stop() {
        browsers.sender.close()
        browsers.receiver.close()
        pages.stop()
        relay.stop()
    }

    /// Casts over one transport until enough frames have arrived, or have not for too long.
    func cast(over transport: String) throws -> CastResult {
        let before = (sender: sender.console.count, receiver: receiver.console.count)
        let offer = try sender.call(function: "offer", .string(token), .string(transport))
        let answer = try receiver.call(function: "answer", .string(token), .string(transport), offer)
        _ = try sender.call(function: "accept", answer)
        let end = MonotonicClock.now + .seconds(20)
        var facts: (sender: CastFacts, receiver: CastFacts)
        repeat {
            // The page answers after a tenth of a second; nobody is asked in vain meanwhile.
            _ = try receiver.evaluate("new Promise(resolve => setTimeout(resolve, 100))")
            facts = (
                CastFacts(try sender.call(function: "facts")),
                CastFacts(try receiver.call(function: "facts"))
            )
        } while facts.receiver.frames < Self.wantedFrames && facts.receiver.state != "failed"
            && MonotonicClock.now < end
        try takeScreenshots(transport)
        return CastResult(
            transport: transport,
            sender: facts.sender,
            receiver: facts.receiver,
            console: Array(sender.console[before.sender...] + receiver.console[before.receiver...])
        )
    }

    /// What a page gets of the relay with a credential that is changed before it is used.
    func tryWrongCredential(over transport: String) throws -> (candidates: Int, console: [String]) {
        let before = sender.console.count
        let spoiled = """
            (async () => {
                const right = servers;
                servers = async (...rest) =>
                    (await right(...rest)).map(server => ({...server, credential: "d3Jvbmc="}));
                try { return (await offer(\(JSONText.line(token)), "\(transport)")).candidates.length; }
                finally { servers = right; }
            })()
            """
        let candidates = Int(try sender.evaluate(spoiled).integer ?? -1)
        return (candidates, Array(sender.console[before...]))
    }

    /// Lets the sender ask for its servers with a token; throws what the page throws.
    func askForServers(withToken token: String) throws -> Int {
        let servers = try sender.call(function: "servers", .string(token), "udp")
        return servers.array?.count ?? -1
    }

    /// Opens the sender's page in a browser that has not been told of the run's authority.
    func openWithoutAuthority() throws {
        var settings = Browser.Settings()
        settings.hostsFile = hostsFile
        let browser = try Browser(in: network.client.namespace, settings)
        defer { browser.close() }
        _ = try browser.open("\(CastPage.origin)/sender")
    }

    private func takeScreenshots(_ transport: String) throws {
        guard let screenshots else { return }
        for (name, page) in [("sender", sender), ("receiver", receiver)] {
            try OutputFile.write(try page.screenshot(), to: "\(screenshots)/\(transport)-\(name).png")
        }
    }

    /// Chromium gathers candidates on the interface of its default route only; there is nothing behind it here.
    private static func routeEverything(_ network: DemoNetwork) throws {
        guard let everywhere = IPPrefix("0.0.0.0/0") else { return }
        for host in [network.client, network.peer] {
            try host.namespace.configure { route in
                try route.addRoute(to: everywhere, via: network.relay.v4, through: "eth0")
            }
        }
    }

    /// WebRTC looks servers up by their absolute name, which ends with a dot and is another line of a hosts file.
    private static func hosts(_ network: DemoNetwork) -> String {
        """
        127.0.0.1 localhost
        \(network.relay.v4) \(RunCertificate.pageName)
        \(network.relay.v4) \(RunCertificate.relayName)
        \(network.relay.v4) \(RunCertificate.relayName).
        \(network.relay.v6) \(RunCertificate.relayName).

        """
    }
}
