import Cryptography
import HTTP
import JSON
import STUN
import SansIO
import TURN
import TestTokens
import Testing

@testable import Relay

struct IceConfigEndpointTests {
    private static let issuer = "https://project.example/auth/v1"
    private static let user = "7f0c2a4e-0d5b-4a9e-8a51-0f6f4f6f2c11"
    private static let time = UnixTime(seconds: 1_800_000_000)
    private static let tokenSecret = "the project's own secret, of Supabase"
    private static let client = IPAddress(198, 51, 100, 7)

    /// The endpoint behind a reference, at a clock of its own.
    private final class UnderTest {
        private var endpoint: IceConfigEndpoint
        var now = Instant(nanoseconds: 0)

        init(
            keys: JSONWebKeySet? = nil,
            _ adjust: (inout RelayConfiguration) throws -> Void = { _ in }
        ) throws {
            var configuration = RelayConfiguration()
            configuration.secrets = [SharedSecret("the relay's secret, quite long")].compactMap(\.self)
            configuration.tlsCertificate = "relay.pem"
            configuration.tlsKey = "relay.key"
            configuration.iceConfig.port = 8443
            configuration.iceConfig.host = "relay.example"
            configuration.iceConfig.issuer = issuer
            configuration.iceConfig.tokenSecrets = [SharedSecret(tokenSecret)].compactMap(\.self)
            configuration.iceConfig.origins = ["https://app.example"]
            try adjust(&configuration)
            var generator = SeededRandom(seed: 1)
            endpoint = IceConfigEndpoint(
                configuration,
                uris: configuration.iceServerURIs(advertised: [IPAddress(203, 0, 113, 5)]),
                keys: keys,
                generator: &generator,
                at: now
            )
        }

        /// The response; nil when it waits for keys.
        func answer(
            _ request: HTTPRequest,
            from peer: IPAddress = client,
            isLastTry: Bool = false
        ) -> HTTPResponse? {
            let time = IceConfigEndpointTests.time + (now - Instant(nanoseconds: 0))
            guard
                case .answer(let response, _) = endpoint.handle(
                    request,
                    from: peer,
                    isLastTry: isLastTry,
                    at: now,
                    time
                )
            else { return nil }
            return response
        }

        func takeFetch() -> Bool { endpoint.takeFetch() }
        func refreshKeys() { endpoint.refreshKeys(at: now) }
        func keysArrived(_ keys: JSONWebKeySet?) { endpoint.keysArrived(keys, age: nil, at: now) }
    }

    private static func token(
        _ changes: [String: JSONValue] = [:],
        signer: TokenSigner? = nil
    ) throws -> String {
        let signer = signer ?? TokenSigner(secret: Array(tokenSecret.utf8))
        return try signer.token(
            TokenSigner.claims(
                issuer: issuer,
                user: user,
                expiry: time.seconds + 86_400 * 30,
                changing: changes
            )
        )
    }

    private static func request(
        _ method: HTTPMethod = .get,
        _ path: String = IceConfigEndpoint.path,
        token: String? = nil,
        headers: HTTPHeaders = [:]
    ) -> HTTPRequest {
        var headers = headers
        if let token { headers.append("Authorization", "Bearer \(token)") }
        return HTTPRequest(method, HTTPTarget(path: path), headers: headers)
    }

    private static func keySet(_ signers: TokenSigner...) throws -> JSONWebKeySet {
        let keys = JSONValue.array(signers.map(\.jsonWebKey))
        return try JSONWebKeySet(decoding: Array(JSONText.line(["keys": keys] as JSONValue).utf8))
    }

    private static func errorCode(_ response: HTTPResponse) throws -> String? {
        let body = try JSONValue(decoding: response.body)
        #expect(body.object?.keys.sorted() == ["error"])
        #expect(body["error"]?.object?.keys.sorted() == ["code", "message"])
        return body["error"]?["code"]?.string
    }

    @Test func answersInTheContractsShape() throws {
        let endpoint = try UnderTest()
        let response = try #require(endpoint.answer(Self.request(token: try Self.token())))
        #expect(response.status == .ok)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(response.headers["Cache-Control"] == "no-store")
        let username = "1800046800:\(Self.user)"
        let secret = try #require(SharedSecret("the relay's secret, quite long"))
        #expect(
            try JSONValue(decoding: response.body) == [
                "iceServers": [
                    ["urls": ["stun:relay.example:3478"]],
                    [
                        "urls": [
                            "turn:relay.example:3478?transport=udp", "turn:relay.example:3478?transport=tcp",
                            "turns:relay.example:5349?transport=tcp",
                        ],
                        "username": .string(username), "credential": .string(secret.password(for: username)),
                    ],
                ],
                "turnConfigured": true, "ttl": 46800,
            ]
        )
    }

    @Test func tellsOfSTUNAloneWithoutASecret() throws {
        let endpoint = try UnderTest { $0.secrets = [] }
        let response = try #require(endpoint.answer(Self.request(token: try Self.token())))
        #expect(
            try JSONValue(decoding: response.body) == [
                "iceServers": [["urls": ["stun:relay.example:3478"]]], "turnConfigured": false,
            ]
        )
    }

    @Test func refusesWhoIsNotSignedIn() throws {
        let endpoint = try UnderTest()
        let good = try Self.token()
        let requests: [(HTTPRequest, String)] = [
            (Self.request(), "Missing bearer token"),
            (Self.request(headers: ["Authorization": "Basic \(good)"]), "Missing bearer token"),
            (Self.request(headers: ["Authorization": good]), "Missing bearer token"),
            (Self.request(token: good, headers: ["Authorization": "Bearer \(good)"]), "Missing bearer token"),
            (Self.request(token: good + "x"), "Invalid token"),
            (Self.request(token: try Self.token(["exp": 1_799_999_000])), "Expired token"),
            (Self.request(token: try Self.token(["role": "anon", "sub": .null])), "Invalid token"),
            (Self.request(token: try Self.token(["iss": "https://evil.example"])), "Invalid token"),
            (
                Self.request(token: try Self.token(signer: TokenSigner(secret: Array("guess".utf8)))),
                "Invalid token"
            ),
        ]
        for (request, message) in requests {
            let response = try #require(endpoint.answer(request))
            #expect(response.status == .unauthorized)
            #expect(response.headers["WWW-Authenticate"] == "Bearer")
            #expect(response.headers["Cache-Control"] == "no-store")
            #expect(try Self.errorCode(response) == "unauthorized")
            #expect(try JSONValue(decoding: response.body)["error"]?["message"]?.string == message)
        }
    }

    @Test func answersNothingElse() throws {
        let endpoint = try UnderTest()
        let token = try Self.token()
        let elsewhere = try #require(endpoint.answer(Self.request(.get, "/", token: token)))
        #expect(elsewhere.status == .notFound)
        #expect(try Self.errorCode(elsewhere) == "not_found")
        let written = try #require(endpoint.answer(Self.request(.post, token: token)))
        #expect(written.status == .methodNotAllowed)
        #expect(written.headers["Allow"] == "GET, HEAD, OPTIONS")
        #expect(try Self.errorCode(written) == "method_not_allowed")
    }

    @Test func letsTheReceiversPagesRead() throws {
        let endpoint = try UnderTest()
        let origin: HTTPHeaders = ["Origin": "https://app.example", "Access-Control-Request-Method": "GET"]
        let preflight = try #require(endpoint.answer(Self.request(.options, headers: origin)))
        #expect(preflight.status == .noContent)
        #expect(preflight.headers["Access-Control-Allow-Origin"] == "https://app.example")
        #expect(preflight.headers["Access-Control-Allow-Headers"]?.contains("authorization") == true)
        #expect(preflight.headers["Vary"] == "Origin")
        let refused = try #require(endpoint.answer(Self.request(headers: origin)))
        #expect(refused.headers["Access-Control-Allow-Origin"] == "https://app.example")
        for headers: HTTPHeaders in [["Origin": "https://app.example.evil"], ["Origin": "null"], [:]] {
            let response = try #require(endpoint.answer(Self.request(.options, headers: headers)))
            #expect(response.headers["Access-Control-Allow-Origin"] == nil)
            #expect(response.headers["Vary"] == "Origin")
        }
        let open = try UnderTest { $0.iceConfig.origins = ["*"] }
        #expect(open.answer(Self.request(.options))?.headers["Access-Control-Allow-Origin"] == "*")
    }

    @Test func limitsWhatAUserAndAnAddressGet() throws {
        let endpoint = try UnderTest {
            $0.iceConfig.mintsPerUser = 3
            $0.iceConfig.mintsPerAddress = 5
        }
        func status(_ number: Int, from address: IPAddress = Self.client) throws -> HTTPResponse? {
            let user = JSONValue.string("00000000-0000-4000-8000-00000000000\(number)")
            return endpoint.answer(Self.request(token: try Self.token(["sub": user])), from: address)
        }
        for _ in 0..<3 { #expect(try status(1)?.status == .ok) }
        let limited = try #require(try status(1))
        #expect(limited.status == .tooManyRequests)
        #expect(limited.headers["Retry-After"] == "200")
        #expect(try Self.errorCode(limited) == "rate_limited")
        // The refused one counts against the address as well.
        #expect(try status(2)?.status == .ok)
        #expect(try status(3)?.status == .tooManyRequests)
        #expect(try status(3, from: IPAddress(198, 51, 100, 8))?.status == .ok)
        endpoint.now = endpoint.now + .seconds(200)
        #expect(try status(1)?.status == .ok)
    }

    @Test func believesAProxyOfItsListOnly() throws {
        let endpoint = try UnderTest {
            $0.iceConfig.trustedProxies = [IPPrefix("10.0.0.0/8")].compactMap(\.self)
            $0.iceConfig.mintsPerAddress = 1
            $0.iceConfig.mintsPerUser = 100
        }
        let token = try Self.token()
        let stranger = try #require(endpoint.answer(Self.request(token: token)))
        #expect(stranger.status == .forbidden)
        let proxy = IPAddress(10, 0, 0, 1)
        func status(_ forwarded: String) -> HTTPStatus? {
            endpoint.answer(Self.request(token: token, headers: ["X-Forwarded-For": forwarded]), from: proxy)?
                .status
        }
        #expect(status("203.0.113.1") == .ok)
        #expect(status("203.0.113.1") == .tooManyRequests)
        #expect(status("203.0.113.9, 203.0.113.1, 10.2.3.4") == .tooManyRequests)
        #expect(status("203.0.113.1, 203.0.113.2") == .ok)
        #expect(status("nonsense, 203.0.113.2") == .tooManyRequests)
    }

    @Test(arguments: [JWSAlgorithm.rs256, .es256])
    func takesKeysOfAFile(_ algorithm: JWSAlgorithm) throws {
        let signer = try TokenSigner(algorithm, keyID: "one")
        let endpoint = try UnderTest(keys: try Self.keySet(signer)) { $0.iceConfig.keySet = "jwks.json" }
        #expect(endpoint.answer(Self.request(token: try Self.token(signer: signer)))?.status == .ok)
        let other = try Self.token(signer: try TokenSigner(algorithm, keyID: "two"))
        #expect(endpoint.answer(Self.request(token: other))?.status == .unauthorized)
        #expect(!endpoint.takeFetch())
    }

    @Test func waitsForKeysThatAreOnTheirWay() throws {
        let signer = try TokenSigner(.es256, keyID: "one")
        let endpoint = try UnderTest { $0.iceConfig.keySet = "https://project.example/jwks.json" }
        let request = Self.request(token: try Self.token(signer: signer))
        #expect(endpoint.answer(request) == nil)
        #expect(endpoint.takeFetch())
        #expect(endpoint.answer(request) == nil)
        #expect(!endpoint.takeFetch())
        #expect(endpoint.answer(Self.request(token: try Self.token()))?.status == .ok)
        endpoint.keysArrived(try Self.keySet(signer))
        #expect(endpoint.answer(request, isLastTry: true)?.status == .ok)
    }

    @Test func saysWhenItCanNotVerify() throws {
        let signer = try TokenSigner(.es256, keyID: "one")
        let endpoint = try UnderTest { $0.iceConfig.keySet = "https://project.example/jwks.json" }
        let request = Self.request(token: try Self.token(signer: signer))
        #expect(endpoint.answer(request) == nil)
        endpoint.keysArrived(nil)
        let response = try #require(endpoint.answer(request, isLastTry: true))
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers["Retry-After"] == "10")
        #expect(try Self.errorCode(response) == "server_error")
    }

    @Test func fetchesOnceForANewKey() throws {
        let old = try TokenSigner(.es256, keyID: "old")
        let new = try TokenSigner(.es256, keyID: "new")
        let endpoint = try UnderTest { $0.iceConfig.keySet = "https://project.example/jwks.json" }
        endpoint.refreshKeys()
        #expect(endpoint.takeFetch())
        endpoint.keysArrived(try Self.keySet(old))
        endpoint.now = endpoint.now + .seconds(60)
        let request = Self.request(token: try Self.token(signer: new))
        #expect(endpoint.answer(request) == nil)
        #expect(endpoint.takeFetch())
        endpoint.keysArrived(try Self.keySet(old, new))
        #expect(endpoint.answer(request, isLastTry: true)?.status == .ok)
        let invented = Self.request(token: try Self.token(signer: try TokenSigner(.es256, keyID: "no")))
        #expect(endpoint.answer(invented)?.status == .unauthorized)
        #expect(!endpoint.takeFetch())
    }
}
