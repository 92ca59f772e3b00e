internal import EventLoop
internal import Glibc
internal import NetworkCheck
internal import SansIO

/// A discovery over real sockets of the calling thread's network namespace.
enum DiscoveryRun {
    /// Asks the server until everything that can be told is; blocks for one to three seconds.
    static func perform(
        server: Endpoint,
        from address: IPAddress,
        pace: DiscoveryPace = DiscoveryPace(),
        seed: UInt64
    ) throws -> NATFindings {
        let sockets = try sockets(on: address, firstPair: 20_000 + UInt16(seed % 180) * 64)
        var discovery = NATDiscovery(
            server: server,
            locals: sockets.map(\.localEndpoint),
            pace: pace,
            random: SeededRandom(seed: seed),
            at: MonotonicClock.now()
        )
        try drive(&discovery, through: sockets)
        return discovery.findings
    }

    /// Asks through sockets until a trial is finished.
    static func drive<Trial: SocketTrial & ~Copyable>(
        _ trial: inout Trial,
        through sockets: [UDPSocket]
    ) throws {
        let poller = try Poller()
        for (index, socket) in sockets.enumerated() {
            try poller.add(socket.fileDescriptor, token: UInt64(index), interest: .read)
        }
        let slab = PacketSlab(slotCount: 1, capacity: 1500)
        var buffer = [UInt8](repeating: 0, count: 1500)
        while !trial.isFinished {
            while let send = trial.nextSend() {
                // What cannot be sent is as good as lost.
                try? sockets[send.socket].send(slab.packet(0, copying: send.bytes), to: send.destination)
            }
            let count = try poller.wait(until: trial.nextDeadline)
            for index in 0..<count {
                let socket = Int(poller[index].token)
                while let (length, source) = receive(sockets[socket].fileDescriptor, &buffer) {
                    let bytes = Array(buffer[..<length])
                    trial.receive(bytes, from: source, on: socket, at: MonotonicClock.now())
                }
            }
            trial.advance(to: MonotonicClock.now())
        }
    }

    /// Sockets with any ports, and behind them pairs of neighbours, an even port first.
    ///
    /// Hosts behind one NAT begin at different ports: what it does when two want the same is another question.
    private static func sockets(on address: IPAddress, firstPair: UInt16) throws -> [UDPSocket] {
        let single = NATDiscovery.socketCount - 24
        var sockets = try (0..<single).map { _ in try UDPSocket(bindingTo: Endpoint(address, 0)) }
        var port = firstPair
        while sockets.count < NATDiscovery.socketCount {
            guard port < firstPair + 2000 else { throw SystemError("find free pairs of ports", EADDRINUSE) }
            if let even = try? UDPSocket(bindingTo: Endpoint(address, port)),
                let odd = try? UDPSocket(bindingTo: Endpoint(address, port + 1))
            {
                sockets += [even, odd]
            }
            port += 2
        }
        return sockets
    }

    /// The next datagram without waiting, and who sent it.
    static func receive(_ descriptor: CInt, _ buffer: inout [UInt8]) -> (Int, Endpoint)? {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let count = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                recvfrom(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT), $0, &length)
            }
        }
        guard count >= 0 else { return nil }
        if Int32(address.sin6_family) == AF_INET6 {
            let bytes = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
            guard let source = IPAddress(bytes: bytes.span) else { return nil }
            return (count, Endpoint(source, UInt16(bigEndian: address.sin6_port)))
        }
        let source = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee }
        }
        return (
            count,
            Endpoint(
                IPAddress(v4: UInt32(bigEndian: source.sin_addr.s_addr)),
                UInt16(bigEndian: source.sin_port)
            )
        )
    }
}
