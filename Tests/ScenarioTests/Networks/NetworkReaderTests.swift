import SansIO
import Scenario
import Testing
import VirtualNetwork
import YAML

struct NetworkReaderTests {
    private func read(_ text: String) throws -> NetworkDescription {
        try NetworkDescription(
            Array(text.utf8),
            file: "my.yaml",
            name: "my",
            conditions: ShippedTopologies.library.condition
        )
    }

    @Test func allPropertiesOfANATAreRead() throws {
        let network = try read(
            """
            about: One NAT.
            networks:
              internet: {}
              home:
                router:
                  uplink: internet
                  nat: { mapping: address-dependent, filtering: endpoint-independent, ports: parity,
                         hairpin: internal, pooling: arbitrary, refresh: both, timeout: 20s }
                  addresses: 3
                  link: { up: { delay: 5ms }, down: { rate: 2Mbit, queue: { discipline: codel, time: 100ms } } }
            hosts:
              ipad: { in: home, runs: sender }
            """
        )
        let router = try #require(network.segments[1].router)
        guard case .ours(let nat?) = router.kind else {
            Issue.record("no NAT was read")
            return
        }
        #expect(nat.mapping == .addressDependent && nat.filtering == .endpointIndependent)
        #expect(nat.ports == .parity && nat.hairpin == .internal)
        #expect(nat.pooling == .arbitrary && nat.refresh == .both && nat.timeouts.udp == .seconds(20))
        #expect(router.addressCount == 3)
        #expect(router.link.up.delay == .milliseconds(5))
        #expect(router.link.down.rate == .bitsPerSecond(2_000_000))
        #expect(NetworkPlan(network).wiring.routers[0].outsideAddresses.count == 3)
    }

    @Test(arguments: [
        (
            "networks:\n  internet: {}\n  home: { router: { nat: port-restrict, uplink: internet } }",
            "my.yaml:4:26: networks.home.router.nat: got \"port-restrict\"; accepted: one of none, full-cone"
        ),
        (
            "networks:\n  internet: {}\n  home: { router: { uplink: internt } }",
            "my.yaml:4:3: networks.home.router.uplink: there is no network \"internt\", did you mean \"internet\"?"
        ),
        (
            "networks:\n  internet: {}\n  home: { router: { uplink: internet, lnk: cable } }",
            "my.yaml:4:39: networks.home.router.lnk: unknown key; did you mean link?"
        ),
        (
            "networks:\n  internet: {}\n  home: { router: { uplink: internet, link: cabel } }",
            "my.yaml:4:45: networks.home.router.link: there is no condition \"cabel\", did you mean \"cable\"?"
        ),
        (
            "networks:\n  a: { router: { uplink: b } }\n  b: { router: { uplink: a } }\n  internet: {}",
            "my.yaml:3:3: networks.a.router.uplink: the uplinks lead round in a circle: a → b → a"
        ),
        (
            "networks:\n  internet: {}\n  other: {}",
            "my.yaml:4:3: networks.other: one network, the internet, has to be without a router"
        ),
        (
            "networks:\n  internet: {}\n  Home: { router: { uplink: internet } }",
            "my.yaml:4:3: networks: got \"Home\"; accepted: a name of 1 to 32 of a-z, 0-9 and -"
        ),
        (
            "networks:\n  internet: {}\n  home: { router: { uplink: internet }, device: tun0 }",
            "my.yaml:4:49: networks.home.device: got \"tun0\"; accepted: an interface name"
        ),
    ])
    func refusesANetworkThatCannotBe(networks: String, message: String) {
        let text = "about: A mistake.\n\(networks)\nhosts:\n  ipad: { in: internet, runs: sender }\n"
        do {
            _ = try read(text)
            Issue.record("accepted: \(text)")
        } catch {
            let lines = "\(error)".split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix(message) }, "\(error)")
        }
    }

    @Test(arguments: [
        (
            "ipad: { in: intranet }",
            "hosts.ipad.in: there is no network \"intranet\", did you mean \"internet\"?"
        ),
        ("ipad: { in: [internet, internet] }", "hosts.ipad.in: \"internet\" stands there twice"),
        ("ipad: { in: [internet, home] }", "hosts.ipad.in: two of its networks call their device eth0"),
        ("ipad: { runs: sender }", "hosts.ipad.in: missing"),
        ("ipad: { in: internet, runs: sendr }", "hosts.ipad.runs: got \"sendr\""),
        ("home: { in: internet }", "hosts.home: a network is called \"home\" already"),
    ])
    func refusesAHostThatCannotBe(host: String, message: String) {
        let text = """
            about: A mistake.
            networks:
              internet: {}
              home: { router: { uplink: internet } }
            hosts:
              \(host)
            """
        do {
            _ = try read(text)
            Issue.record("accepted: \(host)")
        } catch {
            #expect("\(error)".contains(message), "\(error)")
        }
    }

    @Test func tellsAllMistakesAtOnce() {
        do {
            _ = try read("networks:\n  internet: { colour: blue }\nhosts:\n  ipad: { in: nowhere, age: 4 }\n")
            Issue.record("accepted")
        } catch {
            #expect("\(error)".split(separator: "\n").count == 4, "\(error)")
        }
    }

    @Test func aHostAtTheEndMovesNoAddress() throws {
        let before = NetworkPlan(try ShippedTopologies.library.network("home-home"))
        var text = String(decoding: try ShippedTopologies.text(.networks, "home-home"), as: UTF8.self)
        text += "  tv:      { in: home-b }\n"
        let after = NetworkPlan(try read(text))
        for host in before.hosts {
            #expect(after.hosts.first { $0.name == host.name }?.interfaces == host.interfaces)
        }
    }

    @Test func drawsWhoSitsBehindWhat() throws {
        let plan = NetworkPlan(try ShippedTopologies.library.network("cgnat"))
        let tree = NetworkDrawing(plan).text.split(separator: "\n").filter { line in
            line.contains("─") || line.hasPrefix("internet")
        }
        #expect(
            tree.map(String.init) == [
                "internet  198.18.0.0/15",
                "├─ turn     relay     eth0  198.18.0.10 198.18.0.11",
                "├─ backend  backend   eth0  198.18.0.12",
                "├─ carrier  100.64.1.0/24",
                "│  └─ home-a  192.168.2.0/24",
                "│     └─ ipad  sender    wlan0  192.168.2.20",
                "└─ home-b   192.168.3.0/24",
                "   └─ pc  receiver  wlan0  192.168.3.20",
            ]
        )
    }

    @Test func whatNestedRoutersLookLikeIsTheStrictestOfThem() throws {
        let network = try ShippedTopologies.library.network("cgnat-symmetric")
        let ipad = try #require(network.hosts.first { $0.name == "ipad" })
        let whole = try #require(network.expectation(from: ipad, in: "home-a", seenFrom: "internet"))
        #expect(whole.mapping == .addressAndPortDependent && whole.routers == ["home-a", "carrier"])
        let inner = try #require(network.expectation(from: ipad, in: "home-a", seenFrom: "carrier"))
        #expect(inner.mapping == .endpointIndependent && inner.ports == .preserve)
        #expect(network.expectation(from: ipad, in: "home-a", seenFrom: "home-b") == nil)
    }
}
