import Glibc
import Lab
import Namespaces
import SansIO
import Scenario
import Testing
import VirtualNetwork

extension LabTests {
    /// "The link is cut" is six different events to an application: what each of them looks like.
    @Suite struct HostVerbEffectTests {
        private let network: LabNetwork
        private let host: LabHost
        private let home: HostSocket
        private let server: HostSocket

        init() throws {
            network = try LabNetwork(.home())
            host = try network.host("home1")
            home = try HostSocket(host, IPAddress(192, 168, 1, 2), port: 5000)
            server = try HostSocket(network.host("server"), LabPlan.server, port: 3478)
        }

        /// Whether the address is listed and the interface running, and what `send` says.
        private func appearance() throws -> String {
            let look = """
                addresses = open("/proc/net/fib_trie").read()
                try:
                    carrier = open("/sys/class/net/wlan0/carrier").read().strip() == "1"
                except OSError:
                    carrier = False
                print("listed" if "192.168.1.2" in addresses else "gone", "running" if carrier else "down")
                """
            let child = try network.start(try Program(named: "python3", arguments: ["-c", look]), on: host)
            guard child.wait(for: .seconds(10)) == .exited(0) else { return child.errors.text }
            let sent = home.send("hello", to: server.endpoint)
            let error = sent == 0 ? "sends" : String(cString: strerror(sent))
            let arrives = server.receive(within: .milliseconds(150)) != nil
            let words = child.output.text.split(whereSeparator: \.isWhitespace).joined(separator: ", ")
            return "\(words), \(error), \(arrives ? "arrives" : "nothing arrives")"
        }

        @Test(arguments: [
            (HostVerb.blackhole([.up, .down]), "listed, running, sends, nothing arrives"),
            (.carrier(false), "listed, down, sends, nothing arrives"),
            (.interface(false), "gone, down, Network is unreachable, nothing arrives"),
            (.addressRemoved, "gone, running, Network is unreachable, nothing arrives"),
            (.route(false), "listed, running, Network is unreachable, nothing arrives"),
            (.mediaCut([.up, .down]), "listed, running, sends, nothing arrives"),
            (.signalingCut([.up, .down]), "listed, running, sends, arrives"),
            (.power(false), "listed, running, sends, nothing arrives"),
        ])
        func looksAsItDoesInTheField(verb: HostVerb, expected: String) throws {
            let healthy = "listed, running, sends, arrives"
            let before = try appearance()
            #expect(before == healthy)
            try network.perform(verb, on: host)
            let during = try appearance()
            #expect(during == expected)
            let undone = try #require(verb.undone)
            try network.perform(undone, on: host)
            let after = try appearance()
            #expect(after == healthy)
            // What was lost because it was to be lost makes no run invalid.
            let report = try network.report()
            #expect(report.counts.outOfMemory == 0)
        }

        @Test func aProhibitedSenderIsToldOnItsNextCall() throws {
            home.connect(to: server.endpoint)
            try network.perform(.prohibited(true), on: host)
            #expect(home.send("one") == 0)
            usleep(50_000)
            #expect(home.send("two") == EHOSTUNREACH)
            try network.perform(.prohibited(false), on: host)
            #expect(home.send("three") == 0)
            #expect(server.receive()?.text == "three")
        }

        @Test func aReplacedAddressIsUsedAndTheOldOneFails() throws {
            try network.perform(.addressReplaced(nil), on: host)
            #expect(home.send("old", to: server.endpoint) != 0)
            let fresh = try HostSocket(host, .unspecified(.v4))
            #expect(fresh.send("new", to: server.endpoint) == 0)
            #expect(server.receive()?.text == "new")
        }

        @Test func aReboundPortIsAnotherOne() throws {
            home.send("before", to: server.endpoint)
            let before = try #require(server.receive())
            try network.perform(.portRebound, on: host)
            home.send("after", to: server.endpoint)
            let after = try #require(server.receive())
            #expect(after.from.address == before.from.address)
            #expect(after.from.port != before.from.port)
        }

        @Test func aReboundAddressIsAnotherOne() throws {
            home.send("before", to: server.endpoint)
            let before = try #require(server.receive())
            try network.perform(.addressRebound(nil), on: host)
            home.send("after", to: server.endpoint)
            let after = try #require(server.receive())
            #expect(after.from.address != before.from.address)
            server.send("answer", to: after.from)
            #expect(home.receive()?.text == "answer")
        }

        @Test func aHostGoesFromOneUplinkToAnother() throws {
            var plan = LabPlan.home()
            plan.addHome(2, nat: NATAlias.symmetric.behavior)
            var cellular = plan.hosts[2].interfaces[0]
            cellular.name = "cell0"
            plan.hosts[1].interfaces.append(cellular)
            plan.hosts.removeLast()
            let network = try LabNetwork(plan)
            let host = try network.host("home1")
            let server = try HostSocket(network.host("server"), LabPlan.server, port: 3478)
            try network.perform(.interface(false), on: host, interface: "cell0")
            func uplink() throws -> IPAddress? {
                let socket = try HostSocket(host, .unspecified(.v4))
                guard socket.send("hello", to: server.endpoint) == 0 else { return nil }
                return server.receive(within: .milliseconds(300))?.from.address
            }
            #expect(try uplink() == IPAddress(198, 18, 1, 1))
            let change = UplinkSwitch(to: "cell0", order: .breakBeforeMake, overlap: .seconds(1))
            for step in change.steps {
                try network.perform(step.verb, on: host, interface: step.interface ?? "wlan0")
            }
            #expect(try uplink() == IPAddress(198, 18, 2, 1))
            // With both up, each address goes by its own uplink.
            try network.perform(.interface(true), on: host, interface: "wlan0")
            let wireless = try HostSocket(host, IPAddress(192, 168, 1, 2))
            let mobile = try HostSocket(host, IPAddress(192, 168, 2, 2))
            wireless.send("w", to: server.endpoint)
            #expect(server.receive()?.from.address == IPAddress(198, 18, 1, 1))
            mobile.send("m", to: server.endpoint)
            #expect(server.receive()?.from.address == IPAddress(198, 18, 2, 1))
        }
    }
}
