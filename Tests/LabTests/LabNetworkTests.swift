import EventLoop
import Glibc
import Lab
import Namespaces
import SansIO
import Scenario
import Testing
import VirtualNetwork

extension LabTests {
    /// Networks between real namespaces.
    @Suite struct LabNetworkTests {
        @Test func aHomeIsSeenByItsOutsideAddress() throws {
            let network = try LabNetwork(.home())
            let home = try HostSocket(network.host("home1"), IPAddress(192, 168, 1, 2), port: 5000)
            let server = try HostSocket(network.host("server"), LabPlan.server, port: 3478)
            home.send("hello", to: server.endpoint)
            let seen = try #require(server.receive())
            #expect(seen.text == "hello")
            #expect(seen.from == Endpoint(IPAddress(198, 18, 1, 1), 5000))
            server.send("welcome", to: seen.from)
            #expect(home.receive()?.text == "welcome")
        }

        @Test(arguments: [false, true])
        func aKernelsNATWorksInAnEnginesNetwork(randomPorts: Bool) throws {
            var plan = LabPlan.internet()
            plan.addKernelHome(1, randomPorts: randomPorts)
            let network = try LabNetwork(plan)
            let home = try HostSocket(network.host("home1"), IPAddress(192, 168, 1, 2), port: 5000)
            let server = try HostSocket(network.host("server"), LabPlan.server, port: 3478)
            home.send("hello", to: server.endpoint)
            let seen = try #require(server.receive())
            #expect(seen.from.address == IPAddress(198, 18, 1, 1))
            #expect((seen.from.port == 5000) == !randomPorts)
            server.send("welcome", to: seen.from)
            #expect(home.receive()?.text == "welcome")
        }

        /// The quickest of several, since the machine may be doing something else.
        @Test func isSetUpInLessThanAQuarterOfASecond() throws {
            var plan = LabPlan.internet()
            for number in UInt8(1)...5 { plan.addHome(number, nat: NATAlias.symmetric.behavior) }
            let engine = try NetworkEngine()
            let times = try (0..<5).map { _ in
                let start = EventLoop.MonotonicClock.now()
                let network = try LabNetwork(plan, seed: 1, engine: engine)
                let took = EventLoop.MonotonicClock.now() - start
                network.remove()
                return took
            }
            let quickest = try #require(times.min())
            #expect(quickest < .milliseconds(250), "six hosts took \(times)")
        }

        @Test func nobodySendsUnasked() throws {
            var plan = LabPlan.home()
            plan.addKernelHome(2)
            let network = try LabNetwork(plan)
            // No router solicitation, no group report, no neighbour asked for: what is counted was sent.
            usleep(1_200_000)
            let report = try network.report()
            #expect(report.counts.received == 0)
        }

        @Test func programsSeeTheirHostsFileAndNothingIsLeftOfIt() throws {
            let network = try LabNetwork(.home())
            let program = Program(path: "/bin/sh", arguments: ["-c", "cat /etc/hosts; test ! -e /mnt/hosts"])
            let child = try network.start(program, on: network.host("home1"))
            #expect(child.wait(for: .seconds(10)) == .exited(0))
            #expect(child.output.text == "127.0.0.1 localhost\n198.18.0.10 server.castlab.test\n")
        }

        @Test func aNewNetworkMeetsTheFatesOfTheStart() throws {
            var lossy = LinkConditions()
            lossy.loss = Probability(percent: 30) ?? .never
            let network = try LabNetwork(.home(link: .init(both: lossy)))
            let home = try HostSocket(network.host("home1"), IPAddress(192, 168, 1, 2), port: 5000)
            let server = try HostSocket(network.host("server"), LabPlan.server, port: 3478)
            func arrived() -> [String] {
                for number in 0..<50 { home.send("\(number)", to: server.endpoint) }
                var texts: [String] = []
                while let datagram = server.receive(within: .milliseconds(100)) {
                    texts.append(datagram.text)
                }
                return texts
            }
            let first = arrived()
            let second = arrived()
            try network.reset()
            let again = arrived()
            #expect(first.count < 50 && !first.isEmpty)
            #expect(first != second)
            #expect(again == first)
        }

        @Test func multicastReachesTheLANByItsHosts() throws {
            var plan = LabPlan.home()
            let device = plan.wiring.devices.count
            plan.wiring.devices.append(.init(segment: 1, addresses: [IPAddress(192, 168, 1, 3)]))
            plan.hosts.append(
                HostPlan(
                    name: "pc",
                    interfaces: [
                        .init(
                            name: "eth0",
                            device: device,
                            addresses: [InterfaceAddress(IPAddress(192, 168, 1, 3), prefixLength: 24)],
                            gateways: [IPAddress(192, 168, 1, 1)]
                        )
                    ]
                )
            )
            let network = try LabNetwork(plan)
            let script = """
                import socket, struct
                s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                s.bind(("", 5353))
                s.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP,
                             struct.pack("4s4s", socket.inet_aton("224.0.0.251"), socket.inet_aton("192.168.1.3")))
                s.settimeout(5)
                print("ready", flush=True)
                print(s.recv(100).decode())
                """
            let listener = try network.start(
                try Program(named: "python3", arguments: ["-c", script]),
                on: network.host("pc")
            )
            while !listener.output.text.contains("ready"), listener.wait(for: .milliseconds(20)) == nil {}
            let home = try HostSocket(network.host("home1"), IPAddress(192, 168, 1, 2))
            home.send("who is there", to: Endpoint(IPAddress(224, 0, 0, 251), 5353))
            #expect(listener.wait(for: .seconds(6)) == .exited(0))
            #expect(listener.output.text.hasSuffix("who is there\n"))
        }
    }
}
