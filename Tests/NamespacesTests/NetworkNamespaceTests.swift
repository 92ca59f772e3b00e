import Glibc
import Namespaces
import SansIO
import Testing

extension KernelTests {
    @Suite struct NetworkNamespaceTests {
        @Test func hasNothingButLoopbackAndThatIsUp() throws {
            let namespace = try NetworkNamespace(label: "test")
            #expect(try namespace.interfaceNames() == ["lo"])
            let loopback = Endpoint(IPAddress(127, 0, 0, 1), 4000)
            let received = try namespace.enter {
                let socket = try UDPSocket(loopback)
                try socket.send("hello", to: loopback)
                return socket.receive()
            }
            #expect(received == "hello")
        }

        @Test func isAnotherOneThanTheHosts() throws {
            let namespace = try NetworkNamespace(label: "test")
            let inside = try namespace.enter { ProcessTable.target(ofLink: "/proc/thread-self/ns/net") }
            #expect(inside == "net:[\(try namespace.inode())]")
            #expect(ProcessTable.target(ofLink: "/proc/self/ns/net") != inside)
        }

        @Test func switchesFeaturesOfItsDevices() throws {
            let (near, far) = (try NetworkNamespace(label: "near"), try NetworkNamespace(label: "far"))
            let pair = try VethPair(.init("cable", in: near), .init("eth0", in: far))
            try near.setFeature("tx-udp-segmentation", of: "cable", to: false)
            try near.setFeature("tx-udp-segmentation", of: "cable", to: true)
            let action = "switch teleportation of cable in near on"
            #expect(throws: KernelError(action, code: EOPNOTSUPP)) {
                try near.setFeature("teleportation", of: "cable", to: true)
            }
            try pair.remove()
        }

        @Test func handsOnWhatTheBodyThrows() throws {
            let namespace = try NetworkNamespace(label: "test")
            let thrown = KernelError("try", code: EIO)
            #expect(throws: thrown) { try namespace.enter { throw thrown } }
        }

        @Test func obeysNoRouterAdvertisement() throws {
            let namespace = try NetworkNamespace(label: "test")
            let (accepts, forwards) = try namespace.enter {
                (
                    ProcessTable.contents("/proc/sys/net/ipv6/conf/default/accept_ra"),
                    ProcessTable.contents("/proc/sys/net/ipv4/ip_forward")
                )
            }
            #expect(accepts == "0\n")
            #expect(forwards == "0\n")
        }

        @Test func forwardsWhereAsked() throws {
            let namespace = try NetworkNamespace(label: "router", forwarding: true)
            let forwards = try namespace.enter {
                ["ipv4/ip_forward", "ipv6/conf/all/forwarding"].map {
                    ProcessTable.contents("/proc/sys/net/\($0)")
                }
            }
            #expect(forwards == ["1\n", "1\n"])
        }

        @Test func isRemovedOnceOnly() throws {
            let namespace = try NetworkNamespace(label: "test")
            try namespace.remove()
            #expect(throws: KernelError.self) { try namespace.remove() }
            #expect(throws: KernelError.self) { try namespace.enter {} }
        }

        @Test func leavesNoDescriptorAndNoThreadBehind() async {
            // In a process of its own, where no other test opens or closes anything.
            await #expect(processExitsWith: .success) {
                func census() -> [Int] {
                    ["/proc/self/fd", "/proc/self/task"].map { ProcessTable.entries($0).count }
                }
                try makeAndRemoveEverything()
                let before = census()
                for _ in 0..<5 { try makeAndRemoveEverything() }
                // A thread that was joined may stay listed for a moment.
                let end = MonotonicClock.now + .seconds(2)
                while census() != before, MonotonicClock.now < end { sched_yield() }
                let after = census()
                #expect(after == before)
                if after != before { print("descriptors and threads: \(before), then \(after)") }
            }
        }

        @Test func isGoneWithItsOwner() throws {
            var namespace: NetworkNamespace? = try NetworkNamespace(label: "test")
            let link = "net:[\(try namespace?.inode() ?? 0)]"
            func holders() -> [String] {
                ProcessTable.entries("/proc/self/fd").filter {
                    ProcessTable.target(ofLink: "/proc/self/fd/\($0)") == link
                }
            }
            #expect(holders().count == 1)
            namespace = nil
            #expect(holders().isEmpty)
            let members = ProcessTable.entries("/proc").filter {
                ProcessTable.target(ofLink: "/proc/\($0)/ns/net") == link
            }
            #expect(members.isEmpty)
        }

        @Test func leavesTheHostsNetworkAlone() throws {
            func host() throws -> [String] {
                try RouteSocket().linkNames()
                    + ["route", "if_inet6"].map { ProcessTable.contents("/proc/net/\($0)") ?? "" }
            }
            let before = try host()
            try makeAndRemoveEverything()
            #expect(try host() == before)
        }
    }
}

/// One of each kernel object, undone in order.
func makeAndRemoveEverything() throws {
    let network = try Switch()
    let host = try NetworkNamespace(label: "host")
    try network.connect(host)
    try host.configure { try $0.addAddress(IPAddress(198, 18, 0, 1), prefixLength: 24, to: "eth0") }
    let tun = try TUNDevice("wlan0", in: host)
    let child = try ChildProcess(Program(path: "/bin/true"), in: host)
    _ = child.wait(for: .seconds(5))
    _ = consume tun
    try network.remove()
    try host.remove()
}
