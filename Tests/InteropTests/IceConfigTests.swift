import Cryptography
import EventLoop
import Glibc
import HTTP
import JSON
import Namespaces
import SansIO
import TestTokens
import Testing
import Trial

@testable import RelayDemo

extension InteropTests {
    /// The `ice-config` endpoint of the release binary, asked by curl and by castrelay itself.
    @Suite struct IceConfigTests {
        private static let user = "7f0c2a4e-0d5b-4a9e-8a51-0f6f4f6f2c11"
        private static let secret = "the project's own secret, of Supabase"
        private static let path = "/api/public/ice-config"
        private static let keySetPort: UInt16 = 9443

        /// A relay with the endpoint, and the project's server of keys beside it.
        private final class Running {
            let directory: TemporaryDirectory
            let network: DemoNetwork
            let relay: RelayProcess
            let keys = Locked<[JSONValue]>([])
            let fetches = Locked<Int>(0)
            private let keyServer: HTTPServer
            private let keyDirectory: TemporaryDirectory

            init(keys first: [JSONValue] = [], options: [String] = []) throws {
                directory = try TemporaryDirectory()
                network = try DemoNetwork()
                keyDirectory = try TemporaryDirectory(in: directory.path)
                let certificate = try RunCertificate(
                    for: [network.relay.v4],
                    in: network.relay.namespace,
                    keyDirectory
                )
                keys.withLock { $0 = first }
                keyServer = try Self.keyServer(on: network.relay, certificate, keys, fetches)
                var settings = RelayProcess.Settings()
                settings.iceConfig = RelayProcess.Settings.IceConfig(
                    issuer: SignedInUser.issuer,
                    tokenSecretFile: try directory.write(IceConfigTests.secret, to: "token-secret"),
                    origin: "https://app.example",
                    options: options + ["--ice-config-key-set-authority", certificate.authority]
                )
                if !first.isEmpty {
                    let url = "https://\(network.relay.v4):\(keySetPort)/auth/v1/.well-known/jwks.json"
                    settings.iceConfig?.options += ["--ice-config-key-set", url]
                }
                relay = try RelayProcess(
                    .castrelay,
                    castrelayIn: TestMachine.binaries,
                    network: network,
                    directory: directory,
                    settings: settings
                )
            }

            deinit {
                keyServer.stop(within: .zero)
                relay.stop()
            }

            /// Serves the key set, as Supabase Auth does.
            private static func keyServer(
                on host: DemoNetwork.Host,
                _ certificate: RunCertificate,
                _ keys: Locked<[JSONValue]>,
                _ fetches: Locked<Int>
            ) throws -> HTTPServer {
                let socket = try host.namespace.enter {
                    try StreamListener(listeningAt: Endpoint(host.v4, keySetPort))
                }
                return try HTTPServer(
                    listeners: [HTTPListener(socket, isTLS: true)],
                    tls: try TLSServerContext(
                        certificateChainFile: certificate.chain,
                        privateKeyFile: certificate.key
                    )
                ) { _, _ in
                    fetches.withLock { $0 += 1 }
                    let set: JSONValue = ["keys": .array(keys.withLock { $0 })]
                    return .response(
                        HTTPResponse(.ok, text: JSONText.line(set), contentType: "application/json")
                    )
                }
            }

            /// What curl in the client's host prints of the endpoint: the status, a line feed, the body.
            func curl(
                _ token: String?,
                scheme: String = "https",
                _ more: [String] = []
            ) throws -> (Int, JSONValue) {
                var arguments = [
                    "--silent", "--show-error", "--max-time", "10", "--write-out", "\n%{http_code}",
                ]
                arguments += ["--cacert", relay.certificate.authority] + more
                if let token { arguments += ["--header", "Authorization: Bearer \(token)"] }
                arguments.append("\(scheme)://\(network.relay.v4):\(RelayProcess.iceConfigPort)\(path)")
                let curl = try ChildProcess(
                    try Program(named: "curl", arguments: arguments),
                    in: network.client.namespace
                )
                #expect(curl.wait(for: .seconds(20)) == .exited(0), "\(curl.errors.text)")
                let lines = curl.output.lines
                let body = lines.dropLast().joined(separator: "\n")
                return (Int(lines.last ?? "") ?? 0, (try? JSONValue(decoding: Array(body.utf8))) ?? .null)
            }
        }

        private static func token(
            _ signer: TokenSigner? = nil,
            _ changes: [String: JSONValue] = [:]
        ) throws -> String {
            try (signer ?? TokenSigner(secret: Array(secret.utf8))).token(
                TokenSigner.claims(
                    issuer: SignedInUser.issuer,
                    user: user,
                    expiry: WallClock.now().seconds + 600,
                    changing: changes
                )
            )
        }

        @Test(.needs("curl")) func answersCurlInTheContractsShape() throws {
            let running = try Running()
            let (status, body) = try running.curl(try Self.token())
            #expect(status == 200)
            #expect(body["turnConfigured"] == true)
            #expect(body["iceServers"]?[0]?["urls"] == ["stun:relay.castlab.test:3478"])
            #expect(body["iceServers"]?[1]?["urls"]?.array?.count == 3)
            let username = body["iceServers"]?[1]?["username"]?.string ?? ""
            #expect(username.hasSuffix(":\(Self.user)"))
            let (refused, error) = try running.curl(nil)
            #expect(refused == 401)
            #expect(error["error"]?["code"] == "unauthorized")
            let (expired, _) = try running.curl(try Self.token(nil, ["exp": 1_700_000_000]))
            #expect(expired == 401)
            let log = running.relay.child.errors.text
            #expect(log.contains("credential minted") && log.contains("user=\(Self.user)"))
            #expect(!log.contains(body["iceServers"]?[1]?["credential"]?.string ?? "?"))
        }

        @Test(.needs("curl")) func fetchesKeysAndFollowsTheirRotation() throws {
            let (first, second) = (try TokenSigner(.rs256, keyID: "1"), try TokenSigner(.es256, keyID: "2"))
            let running = try Running(keys: [first.jsonWebKey])
            #expect(try running.curl(try Self.token(first)).0 == 200)
            #expect(running.fetches.withLock { $0 } == 1)
            running.keys.withLock { $0 = [second.jsonWebKey] }
            // An unknown key is sought at once, but not within ten seconds of the fetch before.
            let token = try Self.token(second)
            let end = MonotonicClock.now() + .seconds(20)
            while try running.curl(token).0 != 200 {
                guard MonotonicClock.now() < end else { throw DemoFailure("the new key was never fetched") }
                usleep(250_000)
            }
            #expect(running.fetches.withLock { $0 } == 2)
            #expect(try running.curl(try Self.token(first)).0 == 401)
            #expect(try running.curl(try Self.token()).0 == 200)
        }

        @Test(.needs("curl")) func speaksPlainHTTPToItsProxiesOnly() throws {
            let running = try Running(options: ["--ice-config-trusted-proxies", "198.18.0.10"])
            let token = try Self.token()
            let (status, _) = try running.curl(
                token,
                scheme: "http",
                ["--header", "X-Forwarded-For: 203.0.113.9"]
            )
            #expect(status == 200)
            #expect(running.relay.child.errors.text.contains("client=203.0.113.9"))
            // Nobody speaks TLS there, and castrelay gives no token away.
            let file = try running.directory.write(token, to: "token")
            let url = "http://\(running.network.relay.v4):\(RelayProcess.iceConfigPort)\(Self.path)"
            let program = Program(
                path: "\(TestMachine.binaries)/castrelay",
                arguments: ["ice-config", url, "--token-file", file]
            )
            let child = try ChildProcess(program, in: running.network.client.namespace)
            #expect(child.wait(for: .seconds(20)) == .exited(1), "\(child.errors.text)")
            #expect(child.output.text.contains("is not encrypted"))
            #expect(child.output.text.contains("no token was sent"))
        }

        @Test(.needs("curl")) func refusesPlainHTTPFromOthers() throws {
            let running = try Running(options: ["--ice-config-trusted-proxies", "198.18.0.99"])
            let (status, body) = try running.curl(
                try Self.token(),
                scheme: "http",
                ["--header", "X-Forwarded-For: 198.18.0.99"]
            )
            #expect(status == 403)
            #expect(body["error"]?["code"] == "forbidden")
        }

        @Test(.needs("curl")) func limitsWhatIsMinted() throws {
            let running = try Running(options: ["--ice-config-mints-per-user", "2"])
            let token = try Self.token()
            #expect(try (0..<3).map { _ in try running.curl(token).0 } == [200, 200, 429])
            let (_, body) = try running.curl(token)
            #expect(body["error"]?["code"] == "rate_limited")
            #expect(running.relay.child.errors.text.contains("mint limit"))
        }

        @Test func isInspectedByCastrelay() throws {
            let running = try Running()
            let file = try running.directory.write(try Self.token(), to: "token")
            let url = "https://\(running.network.relay.v4):\(RelayProcess.iceConfigPort)\(Self.path)"
            let arguments = [
                "ice-config", url, "--token-file", file, "--ca-file", running.relay.certificate.authority,
                "--origin", "https://app.example",
            ]
            let program = Program(path: "\(TestMachine.binaries)/castrelay", arguments: arguments)
            let child = try ChildProcess(program, in: running.network.client.namespace)
            #expect(child.wait(for: .seconds(20)) == .exited(0), "\(child.errors.text)")
            #expect(child.output.text.contains("turns:relay.castlab.test:5349?transport=tcp"))
            #expect(child.output.text.contains("nothing is wrong with it"))
            let json = try ChildProcess(
                Program(
                    path: program.path,
                    arguments: arguments.dropLast(2) + ["--origin", "https://no.example", "--json"]
                ),
                in: running.network.client.namespace
            )
            #expect(json.wait(for: .seconds(20)) == .exited(1))
            let result = try JSONValue(decoding: Array(json.output.text.utf8))
            #expect(result["usable"] == false)
            // It may neither send a token nor read the answer.
            #expect(result["findings"]?.array?.count == 2)
        }
    }
}
