import EventLoop
import SansIO
import Testing

struct StreamSocketTests {
    private func read(_ socket: StreamSocket) throws -> StreamRead {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
        defer { buffer.deallocate() }
        return try socket.read(into: buffer)
    }

    @Test(arguments: [IPAddress.loopbackV4, .loopbackV6]) func connectsAndCarriesBytes(
        address: IPAddress
    ) throws {
        let pair = try StreamPair(address: address)
        #expect(pair.server.peer == pair.client.localEndpoint)
        #expect(pair.client.peer == pair.server.localEndpoint)
        #expect(try read(pair.server) == .wouldBlock)
        #expect(try [1, 2, 3].withUnsafeBytes { try pair.client.write($0) } == 24)
        #expect(try becomesReady(pair.server.fileDescriptor))
        #expect(try read(pair.server) == .bytes(24))
        pair.client.shutDownWriting()
        #expect(try becomesReady(pair.server.fileDescriptor))
        #expect(try read(pair.server) == .endOfStream)
    }

    @Test func tellsWhyAConnectFailed() throws {
        let closed = try StreamListener(listeningAt: Endpoint(.loopbackV4, 0)).localEndpoint
        let error = #expect(throws: SystemError.self) {
            let socket = try StreamSocket(connectingTo: closed)
            #expect(try becomesReady(socket.fileDescriptor, for: .write))
            _ = try socket.finishConnecting()
        }
        #expect(error?.description == "connect \(closed): Connection refused (errno 111)")
    }

    @Test func writingToAClosedPeerThrowsAndRaisesNoSignal() throws {
        var pair: StreamPair? = try StreamPair()
        let client = try #require(pair?.client)
        pair?.server.abortOnClose()
        pair = nil
        #expect(try becomesReady(client.fileDescriptor))
        for _ in 0..<2 {
            #expect(throws: SystemError.self) {
                try [UInt8](repeating: 1, count: 9).withUnsafeBytes(client.write)
            }
        }
    }

    @Test func theFirstByteTellsTLSFromPlain() throws {
        let pair = try StreamPair()
        #expect(try pair.server.peekOpening() == .undecided)
        _ = try [UInt8](arrayLiteral: 0x16, 3, 1).withUnsafeBytes(pair.client.write)
        #expect(try becomesReady(pair.server.fileDescriptor))
        #expect(try pair.server.peekOpening() == .tls)
        #expect(try read(pair.server) == .bytes(3))
        _ = try [UInt8](arrayLiteral: 0x00, 3).withUnsafeBytes(pair.client.write)
        #expect(try becomesReady(pair.server.fileDescriptor))
        #expect(try pair.server.peekOpening() == .plain)
        #expect(try read(pair.server) == .bytes(2))
        pair.client.shutDownWriting()
        #expect(try becomesReady(pair.server.fileDescriptor))
        #expect(try pair.server.peekOpening() == .endOfStream)
    }
}
