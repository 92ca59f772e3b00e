import EventLoop
import SansIO
import Testing

struct UDPSocketTests {
    private static let loopbacks: [IPAddress] = [.loopbackV4, .loopbackV6]

    /// A port of `address` at which nothing listens.
    private func closedPort(_ address: IPAddress) throws -> Endpoint {
        try UDPSocket(bindingTo: Endpoint(address, 0)).localEndpoint
    }

    @Test func tellsThePortTheKernelChose() throws {
        let socket = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        #expect(socket.localEndpoint.address == .loopbackV4)
        #expect(socket.localEndpoint.port != 0)
    }

    @Test func refusesAPortInUseAndNamesIt() throws {
        let socket = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0))
        let error = #expect(throws: SystemError.self) { try UDPSocket(bindingTo: socket.localEndpoint) }
        #expect(error?.description == "bind \(socket.localEndpoint): Address already in use (errno 98)")
    }

    @Test func sharesAPortWhenAllAskForIt() throws {
        var options = UDPSocket.Options()
        options.reusesPort = true
        let first = try UDPSocket(bindingTo: Endpoint(.loopbackV6, 0), options: options)
        let second = try UDPSocket(bindingTo: first.localEndpoint, options: options)
        #expect(first.localEndpoint == second.localEndpoint)
    }

    @Test func anIPv6WildcardLeavesThePortToIPv4() throws {
        let six = try UDPSocket(bindingTo: Endpoint(.unspecified(.v6), 0))
        let four = try UDPSocket(bindingTo: Endpoint(.unspecified(.v4), six.localEndpoint.port))
        #expect(four.localEndpoint.port == six.localEndpoint.port)
    }

    @Test func tellsTheBufferThatWasGranted() throws {
        var options = UDPSocket.Options()
        options.receiveBuffer = 50_000
        options.sendBuffer = 40_000
        let socket = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0), options: options)
        #expect(socket.receiveBuffer == 50_000)
        #expect(socket.sendBuffer == 40_000)
    }

    @Test(arguments: loopbacks) func theErrorQueueNamesTheClosedPort(address: IPAddress) throws {
        var options = UDPSocket.Options()
        options.reportsErrors = true
        let socket = try UDPSocket(bindingTo: Endpoint(address, 0), options: options)
        let closed = try closedPort(address)
        let open = try UDPSocket(bindingTo: Endpoint(address, 0))
        let packet = TestPacket([1, 2, 3])

        try socket.send(packet.packet, to: closed)
        #expect(try becomesReady(socket.fileDescriptor, for: .error))
        // The error waits on the socket; this datagram must leave all the same.
        try socket.send(packet.packet, to: open.localEndpoint)

        var errors: [SocketError] = []
        #expect(socket.readErrors { errors.append($0) } == 1)
        #expect(errors.map(\.destination) == [closed])
        #expect(errors.first?.origin == (address.family == .v4 ? .icmp : .icmpv6))
        #expect(errors.first?.type == (address.family == .v4 ? 3 : 1))
        #expect(errors.first?.code == (address.family == .v4 ? 3 : 4))
        #expect(errors.first?.offender == address)
        #expect(errors.first?.mtu == 0)

        let receiver = DatagramReceiver()
        #expect(try becomesReady(open.fileDescriptor))
        #expect(receiver.receive(from: open) == 1)
        #expect(receiver.packet(0).array == [1, 2, 3])
    }

    @Test func readsABoundedNumberOfErrors() throws {
        var options = UDPSocket.Options()
        options.reportsErrors = true
        let socket = try UDPSocket(bindingTo: Endpoint(.loopbackV4, 0), options: options)
        let closed = try closedPort(.loopbackV4)
        let packet = TestPacket([9])
        let sender = DatagramSender(usesSegmentation: false)
        for _ in 0..<5 { sender.append(packet.packet, to: closed, through: socket) }
        sender.append(packet.packet, to: socket.localEndpoint, through: socket)
        sender.flush()
        #expect(socket.readErrors(limit: 1) { _ in } == 1)
        let rest = socket.readErrors(limit: 100) { #expect($0.destination == closed) }
        #expect(rest >= 1)
        #expect(socket.readErrors { _ in } == 0)
    }

    @Test(arguments: loopbacks) func aDatagramGreaterThanTheMTUIsCutUpUnlessAskedNotTo(
        address: IPAddress
    ) throws {
        // The loopback's MTU is 65,536: with its headers the greatest IPv4 datagram is 65,507 bytes.
        let socket = try UDPSocket(bindingTo: Endpoint(address, 0))
        let target = try UDPSocket(bindingTo: Endpoint(address, 0))
        let small = TestPacket([UInt8](repeating: 7, count: 1_200))
        try socket.send(small.packet, to: target.localEndpoint, dontFragment: true)
        try socket.send(small.packet, to: target.localEndpoint)
        let receiver = DatagramReceiver()
        #expect(try becomesReady(target.fileDescriptor))
        #expect(receiver.receive(from: target) == 2)

        let huge = TestPacket([UInt8](repeating: 7, count: 65_600))
        let error = #expect(throws: SystemError.self) {
            try socket.send(huge.packet, to: target.localEndpoint, dontFragment: true)
        }
        #expect(error?.code == 90)
    }
}
