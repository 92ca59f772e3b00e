import EventLoop
import SansIO
import TestCertificates
import Testing

struct TLSSessionTests {
    private func read(_ session: TLSSession, _ size: Int = 100) throws -> StreamRead {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { buffer.deallocate() }
        return try session.read(into: buffer)
    }

    private func handshakeFailure(_ pair: TLSPair) -> String? {
        do {
            try pair.shakeHands()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: ["relay.example", "127.0.0.1"]) func carriesBytesAfterTheHandshake(name: String) throws {
        let pair = try TLSPair(serverName: name)
        try pair.shakeHands()
        #expect(pair.client.version == "TLSv1.3")
        #expect(try [UInt8](repeating: 5, count: 70).withUnsafeBytes(pair.client.write) == 70)
        #expect(try becomesReady(pair.server.socket.fileDescriptor))
        #expect(try read(pair.server, 30) == .bytes(30))
        #expect(pair.server.hasBufferedInput)
        #expect(try read(pair.server) == .bytes(40))
        #expect(try read(pair.server) == .wouldBlock)
        pair.client.shutDownWriting()
        #expect(try becomesReady(pair.server.socket.fileDescriptor))
        #expect(try read(pair.server) == .endOfStream)
    }

    @Test func refusesAServerOfAnotherName() throws {
        let pair = try TLSPair(serverName: "turn.example")
        let text = handshakeFailure(pair)
        #expect(text == "TLS handshake with \(pair.client.socket.peer): hostname mismatch")
    }

    @Test func refusesAServerOfAnotherAddress() throws {
        let pair = try TLSPair(serverName: "192.0.2.1")
        let text = handshakeFailure(pair)
        #expect(text == "TLS handshake with \(pair.client.socket.peer): IP address mismatch")
    }

    @Test(arguments: [TLSClientContext.Trust.system, .file(Certificates.shared.otherChain)])
    func refusesACertificateItDoesNotTrust(trust: TLSClientContext.Trust) throws {
        let pair = try TLSPair(trust: trust)
        let text = try #require(handshakeFailure(pair))
        #expect(text.hasSuffix("self-signed certificate"))
    }

    @Test func namesAFileOfAuthoritiesThatIsMissing() {
        let error = #expect(throws: TLSError.self) { try TLSClientContext(trust: .file("/nowhere/ca.pem")) }
        #expect(error?.description == "read authorities /nowhere/ca.pem: No such file or directory")
    }

    @Test func anEndWithoutCloseNotifyIsTheEndOfTheStream() throws {
        let pair = try TLSPair()
        try pair.shakeHands()
        pair.client.socket.shutDownWriting()
        #expect(try becomesReady(pair.server.socket.fileDescriptor))
        #expect(try read(pair.server) == .endOfStream)
    }

    @Test func bytesThatAreNotTLSFailTheHandshakeForGood() throws {
        let pair = try TLSPair()
        _ = try Array("GET / HTTP/1.1\r\n\r\n".utf8).withUnsafeBytes(pair.client.socket.write)
        #expect(try becomesReady(pair.server.socket.fileDescriptor))
        let first = #expect(throws: TLSError.self) { try pair.server.handshake() }
        #expect(first?.reason == "http request")
        let second = #expect(throws: TLSError.self) { try pair.server.handshake() }
        #expect(second?.reason == "the session has failed before")
    }

    @Test func writingToAClosedPeerThrowsAndRaisesNoSignal() throws {
        var pair: TLSPair? = try TLSPair()
        try pair?.shakeHands()
        let server = try #require(pair?.server)
        pair?.client.socket.abortOnClose()
        pair = nil
        #expect(try becomesReady(server.socket.fileDescriptor, for: .error))
        #expect(throws: TLSError.self) { try [UInt8](repeating: 1, count: 9).withUnsafeBytes(server.write) }
        server.shutDownWriting()
    }
}
