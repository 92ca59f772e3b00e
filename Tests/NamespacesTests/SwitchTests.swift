import Glibc
import Namespaces
import SansIO
import Testing

extension KernelTests {
    @Suite struct SwitchTests {
        private static func hosts() throws -> (Switch, NetworkNamespace, NetworkNamespace) {
            let network = try Switch()
            let hosts = try ["one", "two"].map { try NetworkNamespace(label: $0) }
            for (index, host) in hosts.enumerated() {
                try network.connect(host)
                try host.configure { route in
                    let last = UInt8(index + 1)
                    try route.addAddress(IPAddress(198, 18, 0, last), prefixLength: 24, to: "eth0")
                    try route.addAddress(
                        IPAddress(v6: 0x2001_0002_0000_0000, UInt64(last)),
                        prefixLength: 64,
                        to: "eth0"
                    )
                }
            }
            return (network, hosts[0], hosts[1])
        }

        @Test(arguments: [("198.18.0.1", "198.18.0.2"), ("2001:2::1", "2001:2::2")])
        func carriesUDP(_ from: String, _ to: String) throws {
            let (network, one, two) = try Self.hosts()
            let source = Endpoint(try #require(IPAddress(from)), 4001)
            let target = Endpoint(try #require(IPAddress(to)), 4002)
            let receiver = try two.enter { SocketBox(try UDPSocket(target)) }
            let sender = try one.enter { SocketBox(try UDPSocket(source)) }
            try sender.socket.send("there", to: target)
            #expect(receiver.socket.receive() == "there")
            try receiver.socket.send("and back", to: source)
            #expect(sender.socket.receive() == "and back")
            #expect(network.portCount == 2)
        }

        @Test func showsAHostItsOwnInterfacesOnly() throws {
            let (network, one, _) = try Self.hosts()
            #expect(try one.interfaceNames() == ["lo", "eth0"])
            #expect(try network.namespace.interfaceNames() == ["lo", "switch0", "port0", "port1"])
        }

        @Test func takesItsCablesAlong() throws {
            let (network, one, two) = try Self.hosts()
            try network.remove()
            #expect(try one.interfaceNames() == ["lo"])
            #expect(try two.interfaceNames() == ["lo"])
        }
    }

    @Suite struct VethPairTests {
        @Test func isRemovedAtBothEnds() throws {
            let one = try NetworkNamespace(label: "one")
            let two = try NetworkNamespace(label: "two")
            let pair = try VethPair(.init("eth0", in: one), .init("wlan0", in: two))
            #expect(try two.interfaceNames() == ["lo", "wlan0"])
            try pair.remove()
            #expect(try one.interfaceNames() == ["lo"])
            #expect(try two.interfaceNames() == ["lo"])
            #expect(throws: KernelError.self) { try pair.remove() }
        }

        @Test func cannotHaveANameTwice() throws {
            let one = try NetworkNamespace(label: "one")
            let two = try NetworkNamespace(label: "two")
            let first = try VethPair(.init("eth0", in: one), .init("eth0", in: two))
            #expect(throws: KernelError.self) {
                try VethPair(.init("eth0", in: one), .init("eth1", in: two))
            }
            #expect(try two.interfaceNames() == ["lo", "eth0"])
            try first.remove()
        }

        @Test func routesThroughARouter() throws {
            let one = try NetworkNamespace(label: "one")
            let router = try NetworkNamespace(label: "router", forwarding: true)
            let two = try NetworkNamespace(label: "two")
            let left = try VethPair(.init("eth0", in: one), .init("left", in: router))
            let right = try VethPair(.init("eth0", in: two), .init("right", in: router))
            try router.configure { route in
                try route.addAddress(IPAddress(10, 0, 1, 1), prefixLength: 24, to: "left")
                try route.addAddress(IPAddress(10, 0, 2, 1), prefixLength: 24, to: "right")
            }
            let everywhere = try #require(IPPrefix(IPAddress(v4: 0), length: 0))
            for (host, number) in [(one, UInt8(1)), (two, UInt8(2))] {
                try host.configure { route in
                    try route.addAddress(IPAddress(10, 0, number, 2), prefixLength: 24, to: "eth0")
                    try route.addRoute(to: everywhere, via: IPAddress(10, 0, number, 1), through: "eth0")
                    try route.setMTU(1280, of: "eth0")
                }
            }
            let target = Endpoint(IPAddress(10, 0, 2, 2), 4000)
            let receiver = try two.enter { SocketBox(try UDPSocket(target)) }
            try one.enter { try UDPSocket(Endpoint(IPAddress(10, 0, 1, 2), 4000)).send("far", to: target) }
            #expect(receiver.socket.receive() == "far")
            try left.remove()
            try right.remove()
        }

        @Test func namesWhatCouldNotBeDone() throws {
            let namespace = try NetworkNamespace(label: "one")
            let error = #expect(throws: KernelError.self) {
                try namespace.configure { try $0.setUp("eth7") }
            }
            #expect(error?.description.hasPrefix("could not find the interface eth7: ") == true)
        }
    }
}

/// A socket in a box, since a closure cannot return a value that is not copyable.
final class SocketBox {
    let socket: UDPSocket

    init(_ socket: consuming UDPSocket) {
        self.socket = socket
    }
}
