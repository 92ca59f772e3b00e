import Arguments
import Relay
import STUN
import SansIO
import Testing
import YAML

@Suite struct ConfigurationSourceTests {
    private static let secret = "0123456789abcdef0123456789abcdef"

    /// Loads with a secret in the environment, so that only what is tested can be wrong.
    private func load(
        file: String? = nil,
        flags: [String: [String]] = [:],
        environment: [String: String] = [:]
    ) throws -> LoadedConfiguration {
        var flags = flags
        let folder = try TemporaryFolder()
        if let file { flags["config"] = [try folder.write(file, to: "relay.yaml")] }
        let source = ConfigurationSource(
            Invocation(path: ["check"], options: flags),
            environment: environment.merging(["CASTRELAY_SECRETS": Self.secret]) { given, _ in given },
            processorCount: 4
        )
        return try withExtendedLifetime(folder) { try source.load() }
    }

    /// The problems, the folder's name taken out.
    private func problems(
        file: String? = nil,
        flags: [String: [String]] = [:],
        environment: [String: String] = [:]
    ) throws -> [String] {
        do {
            _ = try load(file: file, flags: flags, environment: environment)
            return []
        } catch let error as ConfigurationProblems {
            return error.problems.map { problem in
                let text = problem.description
                guard text.hasPrefix("/tmp/"), let name = text.firstRange(of: "relay.yaml") else {
                    return text
                }
                return String(text[name.lowerBound...])
            }
        }
    }

    private func warnings(
        file: String? = nil,
        flags: [String: [String]] = [:],
        environment: [String: String] = [:]
    ) throws -> [String] {
        try load(file: file, flags: flags, environment: environment).warnings.map(\.description)
    }

    @Test func needsNothingButASecret() throws {
        let loaded = try load()
        var expected = RelayConfiguration()
        expected.workers = 4
        expected.secrets = [try #require(SharedSecret(Self.secret))]
        #expect(loaded.configuration == expected)
        #expect(loaded.warnings.isEmpty)
        #expect(loaded.origin(of: .port) == .standard)
        #expect(loaded.configuration.relayPorts == 49152...49351)
        #expect(loaded.configuration.limits.bandwidthPerAllocation == .megabits(16))
        #expect(loaded.configuration.limits.allocationMaxAge == .seconds(13 * 3600))
        #expect(!loaded.configuration.answersBehaviorDiscovery)
    }

    @Test func letsFlagsGoOverTheFileAndTheEnvironmentOverBoth() throws {
        let file = "port: 1001\ntls-port: 1002\nrealm: file\nlisten: [10.0.0.1, 10.0.0.2]\n"
        let loaded = try load(
            file: file,
            flags: ["tls-port": ["2002"], "realm": ["flag"], "listen": ["10.0.0.3"]],
            environment: ["CASTRELAY_REALM": "environment"]
        )
        let configuration = loaded.configuration
        #expect(configuration.port == 1001)
        #expect(configuration.tlsPort == 2002)
        #expect(configuration.realm == "environment")
        #expect(configuration.listen == [IPAddress(10, 0, 0, 3)])
        guard case .file(_, YAMLPosition(line: 1, column: 7)) = loaded.origin(of: .port) else {
            Issue.record("\(loaded.origin(of: .port))")
            return
        }
        #expect(loaded.origin(of: .tlsPort) == .flag("tls-port"))
        #expect(loaded.origin(of: .realm) == .environment("CASTRELAY_REALM"))
    }

    @Test func readsEverySettingFromTheFile() throws {
        let file = """
            listen: 10.0.0.12
            port: 3479
            external-ip: [203.0.113.5/10.0.0.12]
            relay-address: 10.0.0.12
            relay-ports: 50000-50199
            realm: turn.example.com
            allow-peer: [10.0.0.0/8]
            deny-peer: [8.8.8.8, 2001:db8::/32]
            workers: 2
            alternate-listen: 10.0.0.13
            alternate-port: 3480
            log-format: json
            log-level: debug
            limits:
              allocations-per-user: 4
              allocations: 100
              bandwidth-per-allocation: 2Mbit/s
              permissions-per-allocation: 8
              channels-per-allocation: 9
              unauthenticated-answers-per-source: 10
              unauthenticated-answers-burst: 20
              connections-per-source: 30
              connections: 40
              handshake-timeout: 5s
              unauthenticated-connection-timeout: 6s
              client-queue-bytes: 64kB
              client-queue-delay: 40ms
              receive-buffer: 1MiB
              allocation-lifetime: 700s
              allocation-lifetime-maximum: 30m
              allocation-max-age: 2h
              nonce-lifetime: 10m
            """
        let configuration = try load(file: file).configuration
        var expected = RelayConfiguration()
        expected.secrets = configuration.secrets
        expected.listen = [IPAddress(10, 0, 0, 12)]
        expected.port = 3479
        expected.externalAddresses = [
            ExternalAddress(advertised: IPAddress(203, 0, 113, 5), local: IPAddress(10, 0, 0, 12))
        ]
        expected.relayAddresses = expected.listen
        expected.relayPorts = 50000...50199
        expected.realm = "turn.example.com"
        expected.allowedPeers = [try #require(IPPrefix("10.0.0.0/8"))]
        expected.deniedPeers = [try #require(IPPrefix("8.8.8.8")), try #require(IPPrefix("2001:db8::/32"))]
        expected.workers = 2
        expected.alternateListen = [IPAddress(10, 0, 0, 13)]
        expected.alternatePort = 3480
        expected.logFormat = .json
        expected.logLevel = .debug
        expected.limits.allocationsPerUser = 4
        expected.limits.allocations = 100
        expected.limits.bandwidthPerAllocation = .megabits(2)
        expected.limits.permissionsPerAllocation = 8
        expected.limits.channelsPerAllocation = 9
        expected.limits.unauthenticatedAnswersPerSource = 10
        expected.limits.unauthenticatedAnswersBurst = 20
        expected.limits.connectionsPerSource = 30
        expected.limits.connections = 40
        expected.limits.handshakeTimeout = .seconds(5)
        expected.limits.unauthenticatedConnectionTimeout = .seconds(6)
        expected.limits.clientQueueBytes = ByteCount(bytes: 64_000)
        expected.limits.clientQueueDelay = .milliseconds(40)
        expected.limits.receiveBuffer = .mebibytes(1)
        expected.limits.allocationLifetime = .seconds(700)
        expected.limits.allocationLifetimeMaximum = .seconds(1800)
        expected.limits.allocationMaxAge = .seconds(7200)
        expected.limits.nonceLifetime = .seconds(600)
        #expect(configuration == expected)
    }

    @Test func readsEverySettingFromFlagsAndFromTheEnvironmentAlike() throws {
        let values = [
            "listen": "10.0.0.12,10.0.0.14", "deny-peer": "8.8.8.8, 1.1.1.0/24", "port": "3479",
            "bandwidth-per-allocation": "0", "nonce-lifetime": "10m", "log-level": "error",
        ]
        let flags = values.mapValues { $0.split(separator: ",").map(String.init) }
        let environment = Dictionary(
            uniqueKeysWithValues: values.map { name, value in
                ("CASTRELAY_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 }), value)
            }
        )
        let byFlags = try load(flags: flags).configuration
        #expect(byFlags == (try load(environment: environment).configuration))
        #expect(byFlags.listen.count == 2)
        #expect(byFlags.deniedPeers.count == 2)
        #expect(byFlags.limits.bandwidthPerAllocation == nil)
    }

    @Test func tellsAllProblemsOfAllSourcesAtOnce() throws {
        let found = try problems(
            file: "prot: 1\nlimits:\n  permissions-per-allocation: many\n",
            flags: ["port": ["0"]],
            environment: ["CASTRELAY_WORKERS": "65"]
        )
        let expected = [
            "relay.yaml:1:1: prot: unknown key; did you mean port?",
            #"relay.yaml:3:31: limits.permissions-per-allocation: got "many"; accepted: a whole number from 1 to 4096"#,
            #"--port: got "0"; accepted: a whole number from 1 to 65535"#,
            #"CASTRELAY_WORKERS: got "65"; accepted: a whole number from 1 to 64"#,
        ]
        #expect(found == expected)
    }

    @Test func namesTheFileThatCannotBeRead() throws {
        #expect(
            try problems(flags: ["config": ["/nonexistent/relay.yaml"]])
                == [#"--config: cannot read "/nonexistent/relay.yaml": No such file or directory"#]
        )
        #expect(
            try problems(environment: ["CASTRELAY_CONFIG": "/tmp"])
                == [#"CASTRELAY_CONFIG: cannot read "/tmp": it is a directory"#]
        )
    }

    @Test(
        arguments: [
            (["tls-key": ["/dev/null"]], "--tls-key: tls-certificate is missing; accepted: both or none"),
            (
                ["tls-certificate": ["/dev/null"]],
                "--tls-certificate: tls-key is missing; accepted: both or none"
            ),
            (
                ["tls-certificate": ["/dev/null"], "tls-key": ["/nonexistent"]],
                #"--tls-key: cannot read "/nonexistent": No such file or directory"#
            ),
            (
                ["tls-certificate": ["/dev/null"], "tls-key": ["/dev/null"], "tls-port": ["3478"]],
                "--tls-port: got 3478, which is port as well; TLS is answered there anyway"
            ),
            (
                ["relay-ports": ["3000-4000"]],
                "--relay-ports: got 3000-4000, which holds port 3478; accepted: ports that are free"
            ),
            (
                ["alternate-port": ["50000"], "relay-ports": ["50000-50001"]],
                "--relay-ports: got 50000-50001, which holds alternate-port 50000; accepted: ports that are free"
            ),
            (
                ["alternate-port": ["3478"]],
                "--alternate-port: got 3478, which is port as well; accepted: another port"
            ),
            (
                ["alternate-listen": ["10.0.0.1"], "listen": ["10.0.0.1"]],
                "--alternate-listen: got 10.0.0.1, which is in listen; accepted: another address"
            ),
            (
                ["alternate-listen": ["10.0.0.1", "10.0.0.2"]],
                "--alternate-listen: a second address of its IP version; accepted: one of each"
            ),
            (
                ["allow-peer": ["10.0.0.0/8"], "deny-peer": ["10.0.0.0/8"]],
                "--allow-peer: got 10.0.0.0/8, which is in deny-peer; accepted: one of the two"
            ),
            (
                ["allocation-lifetime": ["40m"], "allocation-lifetime-maximum": ["30m"]],
                "--allocation-lifetime: got 40m; accepted: at most allocation-lifetime-maximum, 30m"
            ),
            (
                ["allocation-max-age": ["30m"]],
                "--allocation-max-age: got 30m; accepted: at least allocation-lifetime-maximum, 1h"
            ),
            (
                ["unauthenticated-answers-burst": ["10"]],
                "--unauthenticated-answers-burst: got 10; accepted: at least unauthenticated-answers-per-source, 30"
            ),
            (
                ["connections": ["10"]],
                "limits.connections-per-source: got 64; accepted: at most connections, 10"
            ),
        ] as [([String: [String]], String)]
    )
    func refusesSettingsThatDoNotGoTogether(_ flags: [String: [String]], _ message: String) throws {
        #expect(try problems(flags: flags) == [message])
    }

    @Test(
        arguments: [
            (["tls-port": ["443"]], "--tls-port: has no effect without tls-certificate and tls-key"),
            (
                ["relay-ports": ["49152-65535"]],
                "--relay-ports: 16384 ports; publishing so many one by one stalls container hosts: use host networking"
            ),
            (["workers": ["8"]], "--workers: more than the 4 processors of this machine"),
            (
                ["allocations-per-user": ["300"]],
                "--allocations-per-user: one user can take all 200 relay ports"
            ),
            (
                ["allocations": ["500"], "listen": ["10.0.0.1"]],
                "--allocations: got 500, but the relay ports allow only 200"
            ),
            (
                ["allow-peer": ["0.0.0.0/0"]],
                "--allow-peer: 0.0.0.0/0 lets users reach services of this machine at 127.0.0.1"
            ),
            (
                ["allow-peer": ["169.254.0.0/16"]],
                "--allow-peer: 169.254.0.0/16 lets users reach the cloud's metadata service at 169.254.169.254"
            ),
            (["listen": ["127.0.0.1"]], "--listen: only this machine can reach the relay"),
            (
                ["external-ip": ["192.168.1.5"]],
                "--external-ip: 192.168.1.5 is a private address: only its own network can reach it"
            ),
            (
                ["realm": ["a-very-long-realm.of.a-company.example.com"]],
                "--realm: 42 bytes that are sent to strangers in every 401"
            ),
        ] as [([String: [String]], String)]
    )
    func warnsOf(_ flags: [String: [String]], _ message: String) throws {
        #expect(try warnings(flags: flags) == [message])
    }

    @Test func switchesDiscoveryOnByASecondAddressAlone() throws {
        let configuration = try load(flags: ["alternate-listen": ["10.0.0.13"]]).configuration
        #expect(configuration.answersBehaviorDiscovery)
        #expect(configuration.alternatePort == 3479)
    }

    @Test func ignoresWhatAClusterSetsForAServiceOfItsName() throws {
        let environment = [
            "CASTRELAY_PORT": "tcp://10.96.0.7:3478", "CASTRELAY_PORT_3478_TCP": "tcp://10.96.0.7:3478",
            "CASTRELAY_SERVICE_HOST": "10.96.0.7", "CASTRELAY_SERVICE_PORT": "3478",
        ]
        let loaded = try load(environment: environment)
        #expect(loaded.configuration.port == 3478)
        #expect(loaded.origin(of: .port) == .standard)
        #expect(loaded.warnings.map(\.origin) == [.environment("CASTRELAY_PORT")])
    }

    @Test func warnsOfAVariableThatSetsNothing() throws {
        #expect(
            try warnings(environment: ["CASTRELAY_REALMS": "x"])
                == ["CASTRELAY_REALMS: sets nothing; did you mean CASTRELAY_REALM?"]
        )
    }

    @Test func takesAnEmptyVariableForAnAbsentOne() throws {
        let loaded = try load(flags: ["port": ["99"]], environment: ["CASTRELAY_PORT": ""])
        #expect(loaded.configuration.port == 99)
    }

    @Test func looksForFilesOfTheFileBesidesIt() throws {
        let folder = try TemporaryFolder()
        try folder.write("certificate", to: "chain.pem")
        try folder.write("key", to: "key.pem")
        let text = "tls-certificate: chain.pem\ntls-key: key.pem\n"
        let file = try folder.write(text, to: "relay.yaml")
        let configuration = try load(flags: ["config": [file]]).configuration
        let tls = try #require(configuration.tls)
        #expect(tls.certificate == "\(folder.path)/chain.pem")
        #expect(tls.key == "\(folder.path)/key.pem")
    }

    @Test func readsTheFileAgainWhenAskedAgain() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("port: 1001\n", to: "relay.yaml")
        let source = ConfigurationSource(
            Invocation(path: ["run"], options: ["config": [file]]),
            environment: ["CASTRELAY_SECRETS": Self.secret],
            processorCount: 1
        )
        #expect(try source.load().configuration.port == 1001)
        try folder.write("port: 1002\n", to: "relay.yaml")
        #expect(try source.load().configuration.port == 1002)
    }

    @Test func offersEverySettingOnceAsAFlagAndAsAVariable() {
        let flags = ConfigurationSource.options.map(\.name)
        #expect(Set(flags) == Set(SettingName.allCases.map(\.flag) + ["config"]))
        #expect(Set(flags).count == flags.count)
        let variables = SettingName.allCases.map(\.environmentVariable)
        #expect(Set(variables).count == variables.count)
        #expect(SettingName.relayPorts.environmentVariable == "CASTRELAY_RELAY_PORTS")
    }

    @Test(
        arguments: [
            (["listen": ["10.0.0.99"]], ["--listen: no interface of this machine has 10.0.0.99"]),
            (["listen": ["0.0.0.0"]], []),
            (
                ["external-ip": ["203.0.113.5"]],
                [
                    "--external-ip: 10.0.0.12, 10.0.0.13 would all be advertised as 203.0.113.5; "
                        + "give one PUBLIC/PRIVATE for each"
                ]
            ),
            (["external-ip": ["203.0.113.5/10.0.0.12"]], []),
            (
                ["external-ip": ["203.0.113.5/10.0.0.99"]],
                ["--external-ip: no relay address of this machine fits 203.0.113.5/10.0.0.99"]
            ),
            (
                ["external-ip": ["2001:db8::5"]],
                ["--external-ip: no relay address of this machine fits 2001:db8::5"]
            ),
        ] as [([String: [String]], [String])]
    )
    func warnsOfAddressesThatTheMachineLacks(_ flags: [String: [String]], _ messages: [String]) throws {
        let interfaces = [IPAddress(127, 0, 0, 1), IPAddress(10, 0, 0, 12), IPAddress(10, 0, 0, 13)]
        let loaded = try load(flags: flags)
        #expect(loaded.warnings(among: interfaces).map(\.description) == messages)
        #expect(loaded.warnings(among: []).isEmpty)
    }
}
