import Cryptography
import JSON
import Namespaces
import STUN
import SansIO
import Testing

@testable import RelayDemo

extension InteropTests {
    /// The function that mints in a backend, run by Node, against our own credentials.
    @Suite(.needs("node")) struct EdgeFunctionTests {
        private static let secret = "the relay's secret, quite long"
        private static let user = "7f0c2a4e-0d5b-4a9e-8a51-0f6f4f6f2c11"

        private static func answers(to requests: [JSONValue], secret: String = secret) throws -> [JSONValue] {
            let settings: JSONValue = [
                "secret": .string(secret), "host": "relay.example", "origins": ["https://app.example"],
            ]
            let input: JSONValue = ["settings": settings, "now": 1_800_000_000, "requests": .array(requests)]
            let node = try Program(
                named: "node",
                arguments: [
                    TestMachine.peer("edge_function.mjs"),
                    TestMachine.file("Deploy/supabase/functions/ice-config/ice-config.js"),
                    JSONText.line(input),
                ]
            )
            let child = try ChildProcess(node, in: try NetworkNamespace(label: "backend"))
            #expect(child.wait(for: .seconds(20)) == .exited(0), "\(child.errors.text)")
            return try JSONValue(decoding: Array(child.output.text.utf8)).array ?? []
        }

        private static func request(_ token: String?, _ headers: [String: JSONValue] = [:]) -> JSONValue {
            var headers = headers
            if let token { headers["Authorization"] = .string("Bearer \(token)") }
            return ["method": "GET", "headers": .object(headers)]
        }

        private static func token(_ claims: JSONValue) -> String {
            let text = Array(JSONText.line(claims).utf8)
            return "e30.\(Base64.encode(text.span, alphabet: .urlSafe)).c2ln"
        }

        @Test func mintsWhatTheRelayAccepts() throws {
            let token = Self.token(["role": "authenticated", "sub": .string(Self.user)])
            let answer = try #require(try Self.answers(to: [Self.request(token)]).first)
            #expect(answer["status"] == 200)
            #expect(answer["headers"]?["cache-control"] == "no-store")
            let body = try JSONValue(decoding: Array((answer["body"]?.string ?? "").utf8))
            let turn = body["iceServers"]?[1]
            let username = try #require(TimeLimitedUsername(turn?["username"]?.string ?? ""))
            let secret = try #require(SharedSecret(Self.secret))
            #expect(username.expiry == UnixTime(seconds: 1_800_046_800))
            #expect(username.user == Self.user)
            #expect(turn?["credential"]?.string == secret.password(for: username.text))
            #expect(
                turn?["urls"] == [
                    "turn:relay.example:3478?transport=udp", "turn:relay.example:3478?transport=tcp",
                    "turns:relay.example:5349?transport=tcp",
                ]
            )
            #expect(body["iceServers"]?[0] == ["urls": ["stun:relay.example:3478"]])
            #expect(body["turnConfigured"] == true)
        }

        @Test func refusesWhoIsNotSignedIn() throws {
            let tokens: [String?] = [
                nil, "nonsense", "e30.e30", Self.token(["role": "anon"]),
                Self.token(["role": "authenticated", "sub": "alice"]),
                Self.token(["role": "service_role", "sub": .string(Self.user)]),
            ]
            let answers = try Self.answers(to: tokens.map { Self.request($0) })
            #expect(answers.count == tokens.count)
            for answer in answers {
                #expect(answer["status"] == 401)
                let body = try JSONValue(decoding: Array((answer["body"]?.string ?? "").utf8))
                #expect(body["error"]?["code"] == "unauthorized")
            }
        }

        @Test func tellsOfSTUNAloneWithoutASecretAndLetsPagesRead() throws {
            let token = Self.token(["role": "authenticated", "sub": .string(Self.user)])
            let requests: [JSONValue] = [
                Self.request(token, ["Origin": "https://app.example"]),
                Self.request(token, ["Origin": "https://evil.example"]),
                ["method": "OPTIONS", "headers": ["Origin": "https://app.example"]],
                ["method": "POST", "headers": [:]],
            ]
            let answers = try Self.answers(to: requests, secret: "")
            #expect(answers.map { $0["status"]?.integer } == [200, 200, 204, 405])
            let allowed = answers.map { $0["headers"]?["access-control-allow-origin"]?.string }
            #expect(allowed == ["https://app.example", nil, "https://app.example", nil])
            let body = try JSONValue(decoding: Array((answers.first?["body"]?.string ?? "").utf8))
            #expect(
                body == ["iceServers": [["urls": ["stun:relay.example:3478"]]], "turnConfigured": false]
            )
        }
    }
}
