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

        /// Of a user, whom Auth knows, the token `a.b.c`; of somebody without that role `d.e.f`; `g.h.i` finds Auth
        /// out of order.
        private static let users: JSONValue = [
            "a.b.c": ["status": 200, "body": ["role": "authenticated", "id": .string(user)]],
            "d.e.f": ["status": 200, "body": ["role": "anon", "id": .string(user)]],
            "j.k.l": ["status": 200, "body": ["role": "authenticated", "id": "alice"]],
            "g.h.i": ["status": 502, "body": [:]],
        ]

        private static func run(
            _ requests: [JSONValue],
            secret: String = secret,
            host: String = "relay.example"
        ) throws -> (answers: [JSONValue], asked: [JSONValue]) {
            let settings: JSONValue = [
                "secret": .string(secret), "host": .string(host), "origins": ["https://app.example"],
            ]
            let input: JSONValue = [
                "settings": settings, "now": 1_800_000_000, "requests": .array(requests), "users": users,
            ]
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
            let output = try JSONValue(decoding: Array(child.output.text.utf8))
            return (output["answers"]?.array ?? [], output["asked"]?.array ?? [])
        }

        private static func request(_ token: String?, _ headers: [String: JSONValue] = [:]) -> JSONValue {
            var headers = headers
            if let token { headers["Authorization"] = .string("Bearer \(token)") }
            return ["method": "GET", "headers": .object(headers)]
        }

        private static func errorCode(_ answer: JSONValue) throws -> JSONValue? {
            try JSONValue(decoding: Array((answer["body"]?.string ?? "").utf8))["error"]?["code"]
        }

        @Test func mintsWhatTheRelayAccepts() throws {
            let (answers, asked) = try Self.run([Self.request("a.b.c")])
            let answer = try #require(answers.first)
            #expect(asked == [["url": "https://project.example/auth/v1/user", "key": "publishable"]])
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

        @Test func refusesWhomAuthDoesNotKnow() throws {
            let tokens = [nil, "nonsense", "e30.e30", "x.y.z", "d.e.f", "j.k.l"]
            let (answers, asked) = try Self.run(tokens.map { Self.request($0) })
            #expect(answers.count == tokens.count)
            for answer in answers {
                #expect(answer["status"] == 401)
                #expect(answer["headers"]?["www-authenticate"] == "Bearer")
                #expect(try Self.errorCode(answer) == "unauthorized")
            }
            // What is no token is not worth a question.
            #expect(asked.count == 3)
        }

        @Test func saysWhenItCanNotAnswer() throws {
            let answer = try #require(try Self.run([Self.request("g.h.i")]).answers.first)
            #expect(answer["status"] == 503)
            #expect(try Self.errorCode(answer) == "server_error")
            let unset = try #require(try Self.run([Self.request("a.b.c")], host: "").answers.first)
            #expect(unset["status"] == 500)
            #expect(try Self.errorCode(unset) == "server_error")
        }

        @Test func tellsOfSTUNAloneWithoutASecretAndLetsPagesRead() throws {
            let requests: [JSONValue] = [
                Self.request("a.b.c", ["Origin": "https://app.example"]),
                Self.request("a.b.c", ["Origin": "https://evil.example"]),
                ["method": "OPTIONS", "headers": ["Origin": "https://app.example"]],
                ["method": "POST", "headers": [:]],
            ]
            let answers = try Self.run(requests, secret: "").answers
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
