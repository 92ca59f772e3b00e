import Cryptography
import EventLoop
import HTTP
import HTTPSClient
import JSON
import STUN
import SansIO
import TestCertificates
import TestTokens
import Testing

@testable import Relay

/// The endpoint over sockets at 127.0.0.1, its keys fetched over TLS from a server of the test's.
@Suite struct IceConfigServiceTests {
    private static let address = IPAddress(127, 0, 0, 1)
    private static let issuer = "https://project.example/auth/v1"

    /// The endpoint, the server of its keys, and a client.
    private final class UnderTest {
        let keys = Locked<JSONValue>([])
        let fetchCount = Locked(0)
        /// Fetches that wait until they are let go.
        let held: Wakeup<HTTPTicket>
        let holdsFetches = Locked(false)
        let client: HTTPSClient
        private let keyServer: HTTPServer
        private let service: IceConfigService
        private let url: String

        init(firstFetchIsHeld: Bool = false, _ signers: TokenSigner...) throws {
            // Without signers it is no key set at all.
            keys.withLock { $0 = signers.isEmpty ? .null : .array(signers.map(\.jsonWebKey)) }
            holdsFetches.withLock { $0 = firstFetchIsHeld }
            held = try Wakeup()
            client = try HTTPSClient()
            let socket = try StreamListener(listeningAt: Endpoint(IceConfigServiceTests.address, 0))
            keyServer = try HTTPServer(
                listeners: [HTTPListener(socket, isTLS: true)],
                tls: try TLSServerContext(
                    certificateChainFile: Certificates.shared.chain,
                    privateKeyFile: Certificates.shared.key
                ),
                handler: Self.handler(keys, fetchCount, held, holdsFetches)
            )
            var configuration = RelayConfiguration()
            configuration.listen = [IceConfigServiceTests.address]
            configuration.secrets = [SharedSecret("the relay's secret, quite long")].compactMap(\.self)
            configuration.iceConfig.port = 0
            configuration.iceConfig.trustedProxies = [IPPrefix("127.0.0.1")].compactMap(\.self)
            configuration.iceConfig.issuer = issuer
            configuration.iceConfig.keySet = "https://\(socket.localEndpoint)/jwks.json"
            configuration.iceConfig.keySetAuthority = Certificates.shared.chain
            let interfaces = [IceConfigServiceTests.address]
            service = try #require(
                try IceConfigService.start(
                    configuration,
                    try AddressPlan(configuration, interfaces: interfaces),
                    keys: nil,
                    tls: nil,
                    interfaces: interfaces,
                    failures: try Wakeup(),
                    log: RelayLog(format: .text, level: .error)
                )
            )
            url = "http://\(try #require(service.endpoints.first))\(IceConfigEndpoint.path)"
        }

        deinit {
            client.stop()
            service.stop()
            keyServer.stop(within: .zero)
        }

        private static func handler(
            _ keys: Locked<JSONValue>,
            _ fetchCount: Locked<Int>,
            _ held: Wakeup<HTTPTicket>,
            _ holdsFetches: Locked<Bool>
        ) -> HTTPServer.Handler {
            { _, _ in
                fetchCount.withLock { $0 += 1 }
                if holdsFetches.withLock({ $0 }) {
                    return .later { ticket in held.post(ticket) }
                }
                return .response(response(keys))
            }
        }

        private static func response(_ keys: Locked<JSONValue>) -> HTTPResponse {
            let set: JSONValue = ["keys": keys.withLock { $0 }]
            return HTTPResponse(.ok, text: JSONText.line(set), contentType: "application/json")
        }

        func letGo(_ fetches: [HTTPTicket]) {
            holdsFetches.withLock { $0 = false }
            for ticket in fetches { ticket.answer(.response(Self.response(keys))) }
        }

        func request(_ token: String) -> HTTPSRequest {
            var request = HTTPSRequest(url: url)
            request.headers = [("Authorization", "Bearer \(token)")]
            return request
        }

        /// Sends a request for each token and hands over what each is answered.
        func begin(_ tokens: [String]) throws -> Wakeup<Int> {
            let answers = try Wakeup<Int>()
            for token in tokens {
                client.send(request(token)) { result in answers.post((try? result.get().status) ?? 0) }
            }
            return answers
        }

        func stop() { service.stop() }
    }

    private static func token(_ signer: TokenSigner) throws -> String {
        try signer.token(
            TokenSigner.claims(
                issuer: issuer,
                user: "7f0c2a4e-0d5b-4a9e-8a51-0f6f4f6f2c11",
                expiry: WallClock.now().seconds + 600
            )
        )
    }

    /// Waits for as many of what another thread posts, ten seconds at most.
    private static func collect<Element: Sendable>(
        _ count: Int,
        from posted: Wakeup<Element>
    ) throws -> [Element] {
        let poller = try Poller()
        try poller.add(posted.fileDescriptor, token: 0, interest: .read)
        let end = MonotonicClock.now() + .seconds(10)
        var elements: [Element] = []
        while elements.count < count, MonotonicClock.now() < end {
            _ = try poller.wait(until: end)
            elements += posted.drain()
        }
        return elements
    }

    @Test func letsAllWhoCameEarlyWaitForOneFetch() throws {
        let (known, unknown) = (try TokenSigner(.es256, keyID: "1"), try TokenSigner(.rs256, keyID: "2"))
        let endpoint = try UnderTest(firstFetchIsHeld: true, known)
        let tokens = try [known, known, known, unknown].map(Self.token)
        let answers = try endpoint.begin(tokens)
        let fetches = try Self.collect(1, from: endpoint.held)
        // Whoever needs no key is answered meanwhile.
        #expect(try endpoint.client.perform(endpoint.request("nonsense")).status == 401)
        endpoint.letGo(fetches)
        #expect(try Self.collect(4, from: answers).sorted() == [200, 200, 200, 401])
        #expect(endpoint.fetchCount.withLock { $0 } == 1)
        #expect(try endpoint.client.perform(endpoint.request(tokens[0])).status == 200)
        #expect(endpoint.fetchCount.withLock { $0 } == 1)
    }

    @Test func answersWhoWaitsWhenItEnds() throws {
        let signer = try TokenSigner(.es256, keyID: "1")
        let endpoint = try UnderTest(firstFetchIsHeld: true, signer)
        let answers = try endpoint.begin([try Self.token(signer)])
        let fetches = try Self.collect(1, from: endpoint.held)
        #expect(fetches.count == 1)
        let start = MonotonicClock.now()
        endpoint.stop()
        #expect(MonotonicClock.now() - start < .seconds(3))
        // Verified it was not; whether the answer still reaches the client is up to the server's end.
        let statuses = try Self.collect(1, from: answers)
        #expect(statuses.count == 1)
        #expect(statuses.first != 200)
    }

    @Test func believesNobodyWhenEveryKeyIsWithdrawn() throws {
        let signer = try TokenSigner(.es256, keyID: "1")
        let endpoint = try UnderTest(firstFetchIsHeld: true, signer)
        let fetches = try Self.collect(1, from: endpoint.held)
        endpoint.keys.withLock { $0 = [] }
        endpoint.letGo(fetches)
        #expect(try endpoint.client.perform(endpoint.request(try Self.token(signer))).status == 401)
    }

    @Test func verifiesNothingWithoutKeys() throws {
        let signer = try TokenSigner(.es256, keyID: "1")
        let endpoint = try UnderTest()
        let response = try endpoint.client.perform(endpoint.request(try Self.token(signer)))
        #expect(response.status == 503)
        #expect(response.header("Retry-After") == "10")
    }

    @Test(arguments: [
        ("public, max-age=600", Duration.seconds(600)), ("MAX-AGE=5", .seconds(5)),
        ("max-age=99999999999", nil),
        ("no-cache", nil), ("max-age=-1", nil), ("max-age", nil), ("", nil),
    ])
    func readsHowLongAKeySetIsGood(_ text: String, _ age: Duration?) {
        #expect(IceConfigService.maximumAge(text) == age)
    }
}
