import HTTPSClient
import JSON
import SansIO
import Testing

@testable import Relay

struct IceConfigInspectionTests {
    private static let now = UnixTime(seconds: 1_800_000_000)
    private static let url = "https://relay.example/api/public/ice-config"
    private static let good: JSONValue = [
        "iceServers": [
            ["urls": ["stun:relay.example:3478"]],
            [
                "urls": [
                    "turn:relay.example:3478?transport=udp", "turn:relay.example:3478?transport=tcp",
                    "turns:relay.example:5349?transport=tcp",
                ],
                "username": "1800046800:alice", "credential": "qqqqqqqqqqqqqqqqqqqqqqqqqqo=",
            ],
        ],
        "turnConfigured": true,
    ]

    private static func response(
        _ body: JSONValue,
        status: Int = 200,
        _ headers: [String: String] = [:]
    )
        -> HTTPSResponse
    {
        var all = ["Cache-Control": "no-store", "Date": "Fri, 15 Jan 2027 08:00:00 GMT"]
        all.merge(headers) { $1 }
        return HTTPSResponse(
            status: status,
            headers: all.map { ($0.key, $0.value) },
            body: Array(JSONText.line(body).utf8)
        )
    }

    private static let refusal = response(
        ["error": ["code": "unauthorized", "message": "Missing bearer token"]],
        status: 401
    )

    private static func inspection(
        _ answer: HTTPSResponse?,
        url: String = url,
        anonymous: HTTPSResponse = refusal,
        origin: String? = nil,
        preflight: HTTPSResponse? = nil
    ) throws -> IceConfigInspection {
        let answers = IceConfigAnswers(
            place: try #require(EndpointURL(url)),
            origin: origin,
            anonymous: anonymous,
            user: answer,
            preflight: preflight
        )
        return IceConfigInspection(answers, at: now)
    }

    private static func findings(
        _ answer: HTTPSResponse?,
        url: String = url,
        anonymous: HTTPSResponse = refusal,
        origin: String? = nil,
        preflight: HTTPSResponse? = nil
    ) throws -> [String] {
        try inspection(answer, url: url, anonymous: anonymous, origin: origin, preflight: preflight).findings
            .map(\.text)
    }

    /// The good answer with its TURN entry changed; a null takes a member away.
    private static func changing(_ changes: [String: JSONValue]) -> JSONValue {
        let turn = (good["iceServers"]?[1]?.object ?? [:]).merging(changes) { $1 }.filter {
            $0.value != .null
        }
        return ["iceServers": [good["iceServers"]?[0] ?? .null, .object(turn)], "turnConfigured": true]
    }

    @Test func findsNothingWrongWithWhatCastrelayAnswers() throws {
        let found = try Self.inspection(Self.response(Self.good))
        #expect(found.findings.isEmpty)
        #expect(found.isUsable)
        #expect(found.rows.map(\.transport) == ["udp", "udp", "tcp", "tls"])
        #expect(found.secondsLeft == 46_800)
    }

    @Test(
        arguments: [
            (["username": "1800046800000:alice"], "the timestamp is in milliseconds"),
            (["username": "alice:1800046800"], "the parts of the user name are reversed"),
            (["username": "alice"], "the user name has no timestamp"),
            (["username": "1799999990:alice"], "the credential has expired 10 s ago"),
            (["username": "1800003600:alice"], "the credential holds for 1 h only"),
            (["username": .null], "a TURN entry has no username or no credential"),
            (["credential": .null], "a TURN entry has no username or no credential"),
            (["credential": "0123456789abcdef0123456789abcdef01234567"], "the credential is no base64 text"),
            (["urls": .null], "an entry has no urls"),
            (["urls": .null, "url": "turn:relay.example"], "an entry has \"url\""),
            (["urls": "turn:relay.example?transport=udp"], "urls is a string"),
            (["urls": ["turn://relay.example"]], "turn://relay.example is no URL for WebRTC"),
            (["urls": ["turns:relay.example?transport=udp"]], "turns:relay.example?transport=udp is no URL"),
            (
                ["urls": ["turn:10.0.0.5?transport=udp"]],
                "turn:10.0.0.5?transport=udp is at 10.0.0.5, which others"
            ),
            (["urls": ["turn:LOCALHOST"]], "turn:LOCALHOST is each client's own machine"),
            (
                ["urls": ["turns:9.9.9.9:443?transport=tcp"]],
                "turns:9.9.9.9:443?transport=tcp names an address"
            ),
            (["urls": ["turns:relay.example", "turn:relay.example"]], "TURN is listed as tls, udp"),
            (["urls": ["turn:relay.example"]], "no TURN over TLS"),
            (["urls": ["turn:a", "turn:b", "turn:c", "turns:d"]], "5 URLs slow a browser down"),
        ] as [([String: JSONValue], String)]
    )
    func namesWhatIsWrongWithAnEntry(_ changes: [String: JSONValue], _ expected: String) throws {
        let found = try Self.findings(Self.response(Self.changing(changes)))
        #expect(found.contains { $0.hasPrefix(expected) }, "\(found)")
    }

    @Test func namesAWrongShape() throws {
        #expect(try Self.findings(Self.response([])) == ["the answer has no array iceServers"])
        #expect(
            try Self.findings(Self.response(["iceServers": ["urls": []]])) == [
                "iceServers is one object, not an array"
            ]
        )
        #expect(
            try Self.findings(Self.response(["iceServers": [["urls": ["stun:a"]]], "turnConfigured": true]))
                == [
                    "turnConfigured is not what iceServers says",
                    "no TURN: casts across strict networks fail",
                ]
        )
        #expect(
            try Self.findings(
                Self.response(["iceServers": [["urls": ["stun:a?transport=udp"]]], "turnConfigured": false])
            )
            .first?.hasPrefix("stun:a?transport=udp is no URL for WebRTC") == true
        )
    }

    @Test func namesWhatIsWrongAroundTheAnswer() throws {
        let good = Self.response(Self.good)
        #expect(try Self.findings(good, url: "http://a/")[0].hasPrefix("http://a/ is not encrypted"))
        #expect(try Self.findings(good, url: "http://127.0.0.1:8080/").isEmpty)
        #expect(try Self.findings(good, anonymous: good) == ["anybody gets credentials, without a token"])
        #expect(
            try Self.findings(good, origin: "https://app.example") == [
                "a page of https://app.example may not read the answer"
            ]
        )
        let open = Self.response(Self.good, ["Access-Control-Allow-Origin": "*"])
        #expect(try Self.findings(open, origin: "https://app.example").isEmpty)
        let late = Self.response(Self.good, ["Date": "Fri, 15 Jan 2027 08:01:00 GMT"])
        #expect(try Self.findings(late) == ["the server's clock and this machine's differ by 1 min"])
        let kept = Self.response(Self.good, ["Cache-Control": "max-age=60"])
        #expect(try Self.findings(kept) == ["the answer may be kept by caches"])
        #expect(
            try Self.findings(Self.refusal) == [
                "a signed-in user gets 401 unauthorized: Missing bearer token"
            ]
        )
        #expect(try Self.findings(nil).isEmpty)
    }
    @Test func namesWhatKeepsABrowserFromAsking() throws {
        let origin = "https://app.example"
        let good = Self.response(Self.good, ["Access-Control-Allow-Origin": origin])
        func preflight(_ status: Int, _ origin: String?, _ headers: String?) -> HTTPSResponse {
            let all = [("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Headers", headers)]
            return HTTPSResponse(
                status: status,
                headers: all.compactMap { name, value in value.map { (name, $0) } },
                body: []
            )
        }
        let mayNotSend = "a browser may not send a token from a page of https://app.example"
        let cases: [(HTTPSResponse, [String])] = [
            (preflight(204, origin, "Authorization, apikey"), []),
            (preflight(200, "*", "apikey,authorization"), []),
            (preflight(204, origin, "*"), [mayNotSend]),
            (preflight(204, origin, "x-authorization"), [mayNotSend]),
            (preflight(204, "https://other.example", "authorization"), [mayNotSend]),
            (preflight(204, nil, nil), [mayNotSend]),
            (preflight(405, origin, nil), ["a browser that asks before it sends a token gets 405"]),
        ]
        for (answer, expected) in cases {
            #expect(try Self.findings(good, origin: origin, preflight: answer) == expected)
        }
        #expect(try Self.findings(nil, origin: origin, preflight: cases[2].0) == [mayNotSend])
    }
}
