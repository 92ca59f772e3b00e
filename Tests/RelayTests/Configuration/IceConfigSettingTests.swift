import Arguments
import STUN
import SansIO
import TURN
import Testing

@testable import Relay

/// The settings of the `ice-config` endpoint, alone and together.
@Suite struct IceConfigSettingTests {
    private static let tokenSecret = "the project's own secret, of Supabase"

    /// Loads settings behind a proxy, which need no certificate; a null takes one away.
    ///
    /// `SECRET` is a file.
    private func load(
        _ changes: [String: String?] = [:],
        file: String? = nil,
        folder: TemporaryFolder
    ) throws -> LoadedConfiguration {
        let secret = try folder.write(Self.tokenSecret + "\n", to: "token-secret")
        var values: [String: String?] = [
            "listen": "9.9.9.9", "ice-config-port": "8443", "ice-config-trusted-proxies": "127.0.0.1",
            "ice-config-host": "relay.example", "ice-config-issuer": "https://p.supabase.co/auth/v1",
            "ice-config-token-secret-file": "SECRET", "ice-config-origins": "https://app.example",
        ]
        if file != nil { values = ["config": try folder.write(file ?? "", to: "relay.yaml")] }
        values.merge(changes) { $1 }
        let flags = values.compactMapValues(\.self).mapValues { text in
            text.split(separator: ",").map { $0 == "SECRET" ? secret : String($0) }
        }
        let source = ConfigurationSource(
            Invocation(path: ["check"], options: flags),
            environment: ["CASTRELAY_SECRETS": "0123456789abcdef0123456789abcdef"],
            processorCount: 1
        )
        return try source.load()
    }

    private func said(_ changes: [String: String?]) throws -> [String] {
        let folder = try TemporaryFolder()
        do {
            return try load(changes, folder: folder).warnings.map(\.description)
        } catch let error as ConfigurationProblems {
            return error.problems.map(\.description)
        }
    }

    @Test func isOffUnlessAPortIsGiven() throws {
        let folder = try TemporaryFolder()
        let source = ConfigurationSource(
            Invocation(path: ["check"], options: [:]),
            environment: ["CASTRELAY_SECRETS": "0123456789abcdef0123456789abcdef"],
            processorCount: 1
        )
        #expect(try source.load().configuration.iceConfig == IceConfigSettings())
        #expect(try load(folder: folder).warnings.isEmpty)
        #expect(
            try said(["ice-config-port": nil]).first
                == "--ice-config-host: has no effect without ice-config.port"
        )
    }

    @Test func readsEverySettingFromTheFile() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.tokenSecret, to: "jwt-secret")
        let file = """
            listen: 9.9.9.9
            ice-config:
              port: 8443
              listen: 10.0.0.12
              trusted-proxies: [127.0.0.1, 10.0.0.0/8]
              host: Relay.example
              urls: ["stun:a.example", "turn:a.example?transport=udp", "turns:a.example:443?transport=tcp"]
              ttl: 14h
              issuer: https://p.supabase.co/auth/v1
              audience: casts
              role: caster
              token-secret-file: jwt-secret
              key-set: https://p.supabase.co/auth/v1/.well-known/jwks.json
              origins: ["https://App.example", "http://localhost:5173"]
              mints-per-user: 5
              mints-per-address: 6
            """
        let settings = try load(file: file, folder: folder).configuration.iceConfig
        #expect(settings.port == 8443)
        #expect(settings.listen == [IPAddress(10, 0, 0, 12)])
        #expect(settings.trustedProxies.map(\.description) == ["127.0.0.1/32", "10.0.0.0/8"])
        #expect(settings.host == "Relay.example")
        #expect(
            settings.urls.map(\.description) == [
                "stun:a.example", "turn:a.example?transport=udp", "turns:a.example:443?transport=tcp",
            ]
        )
        #expect(settings.ttl == .seconds(50_400))
        #expect(settings.issuer == "https://p.supabase.co/auth/v1")
        #expect(settings.audience == "casts")
        #expect(settings.role == "caster")
        #expect(settings.tokenSecrets == [try #require(SharedSecret(Self.tokenSecret))])
        #expect(settings.keySet == "https://p.supabase.co/auth/v1/.well-known/jwks.json")
        #expect(settings.origins == ["https://app.example", "http://localhost:5173"])
        #expect(settings.mintsPerUser == 5)
        #expect(settings.mintsPerAddress == 6)
    }

    @Test(
        arguments: [
            (
                ["ice-config-port": "0"],
                #"--ice-config-port: got "0"; accepted: a whole number from 1 to 65535"#
            ),
            (
                ["ice-config-port": "3478"],
                "--ice-config-port: got 3478, which the relay listens on; accepted: another TCP port"
            ),
            (
                ["ice-config-trusted-proxies": nil],
                "--ice-config-port: it has no certificate; accepted: tls-certificate and tls-key, "
                    + "or trusted-proxies for plain HTTP"
            ),
            (["ice-config-issuer": nil], "--ice-config-port: issuer is missing: whose tokens are believed?"),
            (
                ["ice-config-token-secret-file": nil],
                "--ice-config-port: token-secret-file and key-set are missing; accepted: one of them, or both"
            ),
            (
                ["ice-config-token-secret-file": "/nonexistent"],
                #"--ice-config-token-secret-file: cannot read "/nonexistent": No such file or directory"#
            ),
            (
                ["ice-config-urls": "stun:a,turn:a,turn:b,turn:c,turns:a"],
                "--ice-config-urls: got 5 URLs; accepted: at most 4, because browsers warn of five"
            ),
            (
                ["ice-config-urls": "stuns:a"],
                "--ice-config-urls: got stuns:a; accepted: stun, turn, turns "
                    + "(browsers do not speak stuns)"
            ),
            (
                ["ice-config-urls": "turn://a"],
                #"--ice-config-urls: got "turn://a"; accepted: a URL such as "#
                    + "turn:relay.example:3478?transport=udp (no slashes follow the colon: turn:relay.example:3478)"
            ),
            (
                ["ice-config-key-set": "http://p.supabase.co/jwks.json"],
                "--ice-config-key-set: got \"http://p.supabase.co/jwks.json\"; accepted: the path of a file, "
                    + "or an https URL such as https://PROJECT.supabase.co/auth/v1/.well-known/jwks.json "
                    + "(keys that anybody on the way may change are none: https)"
            ),
            (
                ["ice-config-origins": "https://app.example/"],
                "--ice-config-origins: got \"https://app.example/\"; accepted: an origin such as "
                    + "https://app.example, or * (an origin ends with its host: did you mean https://app.example?)"
            ),
            (
                ["ice-config-host": "https://relay.example"],
                "--ice-config-host: got \"https://relay.example\"; accepted: a name such as relay.example, "
                    + "or an address (the name alone, without scheme and port)"
            ),
            (
                ["ice-config-ttl": "8d"],
                #"--ice-config-ttl: got "8d"; accepted: a time from 1m to 168h, such as 500ms, 5s, 10m or 13h"#
            ),
        ] as [([String: String?], String)]
    )
    func refuses(_ changes: [String: String?], _ message: String) throws {
        #expect(try said(changes) == [message])
    }

    @Test(
        arguments: [
            (
                ["ice-config-ttl": "12h"],
                "--ice-config-ttl: a cast may last 12 h and fetches its credential once: with 12h it can not "
                    + "reconnect at its end; 12h15m or more"
            ),
            (
                ["ice-config-ttl": "24h"],
                "--ice-config-ttl: longer than allocation-max-age, after which a live allocation ends"
            ),
            (
                ["ice-config-origins": nil],
                "--ice-config-port: no page of the web may read the answer; name the receiver's with origins"
            ),
            (
                ["ice-config-trusted-proxies": "0.0.0.0/0"],
                "--ice-config-trusted-proxies: anybody may say from which address a request comes"
            ),
            (
                ["ice-config-host": "10.0.0.5"],
                "--ice-config-host: 10.0.0.5 is at 10.0.0.5, which others can not reach: private use (RFC 1918)"
            ),
            (
                ["ice-config-host": nil, "ice-config-urls": "turn:localhost"],
                "--ice-config-urls: turn:localhost is each client's own machine"
            ),
            (
                ["ice-config-host": nil, "ice-config-urls": "turns:a,turn:a?transport=tcp,turn:a"],
                "--ice-config-urls: list UDP before TCP and TLS last: clients try them in this order"
            ),
            (
                ["ice-config-urls": "turn:a"],
                "--ice-config-host: has no effect, because urls are given"
            ),
        ] as [([String: String?], String)]
    )
    func warnsOf(_ changes: [String: String?], _ message: String) throws {
        #expect(try said(changes) == [message])
    }

    @Test func warnsWhenClientsAreToldAnAddressOfAPrivateNetwork() throws {
        let folder = try TemporaryFolder()
        let address = IPAddress(10, 0, 0, 12)
        let inner = try load(["listen": "10.0.0.12", "ice-config-host": nil], folder: folder)
        #expect(
            inner.warnings(among: [address]).map(\.description) == [
                "--ice-config-port: clients are told a relay at 10.0.0.12, which others can not reach: "
                    + "private use (RFC 1918); give external-ip, or ice-config.host"
            ]
        )
        let outer = try load(
            ["listen": "10.0.0.12", "ice-config-host": nil, "external-ip": "9.9.9.9"],
            folder: folder
        )
        #expect(outer.warnings(among: [address]).isEmpty)
    }

    @Test func listensOnceOnEachAddress() throws {
        func addresses(_ adjust: (inout RelayConfiguration) -> Void) -> [String] {
            var configuration = RelayConfiguration()
            adjust(&configuration)
            let interfaces = [IPAddress(127, 0, 0, 1), IPAddress(10, 0, 0, 12)]
            return configuration.iceConfigAddresses(among: interfaces).map(\.description)
        }
        #expect(addresses { _ in } == ["10.0.0.12"])
        let loopback = try #require(IPPrefix("127.0.0.0/8"))
        let inner = try #require(IPPrefix("10.0.0.0/8"))
        #expect(addresses { $0.iceConfig.trustedProxies = [loopback] } == ["127.0.0.1"])
        #expect(addresses { $0.iceConfig.trustedProxies = [loopback, inner] } == ["10.0.0.12", "127.0.0.1"])
        #expect(
            addresses {
                $0.listen = [IPAddress(127, 0, 0, 1)]
                $0.iceConfig.trustedProxies = [loopback, inner]
            } == ["127.0.0.1"]
        )
        #expect(addresses { $0.iceConfig.listen = [IPAddress(v4: 0)] } == ["10.0.0.12"])
    }
}
