import Cryptography
import EventLoop
import STUN
import SansIO
import TURN
import TestCertificates

@testable import Relay

/// Relay workers on the loopback, driven by the test's own thread and clock.
///
/// The relay listens on 127.0.0.1, peers are at 127.0.0.2: packets are real, time is moved by hand.
final class RelayUnderTest {
    static let address = IPAddress(127, 0, 0, 1)
    static let peerAddress = IPAddress(127, 0, 0, 2)
    private static let secretText = "a secret of sufficient length"

    let server: RelayServer
    let workers: [RelayWorker]
    let port: UInt16
    let tlsPort: UInt16
    private let clock = MovableClock()

    /// A relay with TLS; `adjust` changes the configuration.
    init(_ adjust: (inout RelayConfiguration) throws -> Void = { _ in }) throws {
        var configuration = RelayConfiguration()
        configuration.listen = [Self.address]
        configuration.port = try ListeningPorts.next(at: Self.address)
        configuration.tlsPort = try ListeningPorts.next(at: Self.address)
        configuration.tlsCertificate = Certificates.shared.chain
        configuration.tlsKey = Certificates.shared.key
        configuration.secrets = [SharedSecret(Self.secretText)].compactMap(\.self)
        configuration.allowedPeers = [IPPrefix("127.0.0.0/8")].compactMap(\.self)
        configuration.relayPorts = 40_000...40_999
        try adjust(&configuration)
        port = configuration.port
        tlsPort = configuration.tlsPort
        let log = RelayLog(format: .text, level: .error)
        let tls = try TLSServerContext(
            certificateChainFile: Certificates.shared.chain,
            privateKeyFile: Certificates.shared.key
        )
        server = try RelayServer.open(configuration, tls: tls, interfaces: [Self.address], log: log)
        let clock = clock
        workers = try server.setups.map { try RelayWorker($0, clock: { clock.now }) }
    }

    var certificateFile: String { Certificates.shared.chain }

    /// The relay's time.
    var now: Instant { clock.now }

    func advance(by duration: Duration) {
        clock.offset += duration
        serve()
    }

    /// Lets every worker do what there is to do now.
    func serve() {
        for worker in workers {
            do {
                for _ in 0..<3 { try worker.runOnce(until: Instant(nanoseconds: 0)) }
            } catch {
                preconditionFailure("a worker failed: \(error)")
            }
        }
    }

    /// A credential of this relay.
    func credential(for user: String) throws -> LongTermCredential {
        let expiry = WallClock.now() + .seconds(3600)
        guard let username = TimeLimitedUsername(expiry: expiry, user: user),
            let secret = SharedSecret(Self.secretText),
            let credential = LongTermCredential(TimeLimitedCredential(username, secret: secret))
        else { throw Unexpected("no credential") }
        return credential
    }

    /// Serves, and lets `step` work, until it is content; fails after ten seconds of real time.
    func run(_ what: String, until step: () throws -> Bool) throws {
        let deadline = MonotonicClock.now() + .seconds(10)
        while try !step() {
            serve()
            guard MonotonicClock.now() < deadline else { throw Unexpected("not in time: \(what)") }
        }
    }
}

/// The monotonic clock and what a test has added to it.
private final class MovableClock {
    var offset = Duration.zero
    var now: Instant { MonotonicClock.now() + offset }
}

/// Something that a test relies on did not happen.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
