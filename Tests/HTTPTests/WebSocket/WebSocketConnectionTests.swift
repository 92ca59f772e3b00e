import HTTP
import SansIO
import Testing

/// Both roles together.
struct WebSocketConnectionTests {
    @Test func agreesOnASubprotocol() throws {
        var pair = try WebSocketPair(subprotocols: ["v1", "v2"])
        #expect(pair.request?.target.description == "/realtime?v=1")
        #expect(pair.request?.headers["authorization"] == "Bearer x")
        let outputs = pair.exchange()
        guard case .opened(let subprotocol, _)? = outputs.client.first else {
            Issue.record("not opened: \(outputs.client)")
            return
        }
        #expect(subprotocol == "v2")
        let isOpen = pair.client.isOpen
        #expect(isOpen)
    }

    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536, 200_000]) func carriesMessagesBothWays(
        _ size: Int
    ) throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        var random = SeededRandom(seed: UInt64(size))
        let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = String(repeating: "ö", count: size / 2)
        pair.client.send(.binary(bytes), at: pair.now)
        pair.client.send(.text(text), at: pair.now)
        pair.server.send(.text(text), at: pair.now)
        pair.server.send(.binary(bytes), at: pair.now)
        let outputs = pair.exchange()
        #expect(outputs.server.messages == [.binary(bytes), .text(text)])
        #expect(outputs.client.messages == [.text(text), .binary(bytes)])
    }

    @Test func masksWhatTheClientSends() throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        pair.client.send(.text("the same words"), at: pair.now)
        let first = pair.client.takeOutgoing(at: pair.now)
        pair.client.send(.text("the same words"), at: pair.now)
        let second = pair.client.takeOutgoing(at: pair.now)
        #expect(first[1] & 0x80 != 0)
        #expect(!first.contains(Array("same".utf8)))
        #expect(first != second)
    }

    @Test func theClientCloses() throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        pair.client.close(.normal, reason: "done", at: pair.now)
        let outputs = pair.exchange()
        #expect(outputs.server.closure == WebSocketClosure(code: .normal, reason: "done", isClean: true))
        #expect(outputs.client.closure == WebSocketClosure(code: .normal, reason: "", isClean: true))
        // The server ends the stream first.
        #expect(outputs.server.contains(.endOfWriting))
        #expect(!outputs.client.contains(.endOfWriting))
        #expect(outputs.client.last == .finished(.closed))
        #expect(outputs.server.last == .finished(.closed))
    }

    @Test func theServerCloses() throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        pair.server.close(.goingAway, at: pair.now)
        let outputs = pair.exchange()
        #expect(outputs.client.closure?.code == .goingAway)
        #expect(outputs.server.closure?.isClean == true)
        #expect(outputs.client.last == .finished(.closed))
    }

    @Test func bothClose() throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        pair.client.close(.normal, at: pair.now)
        pair.server.close(.goingAway, at: pair.now)
        let outputs = pair.exchange()
        #expect(outputs.client.closure?.code == .goingAway)
        #expect(outputs.server.closure?.code == .normal)
        #expect(outputs.client.last == .finished(.closed))
    }

    @Test func messagesBeforeTheirCloseStillArrive() throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        pair.client.close(at: pair.now)
        pair.server.send(.text("on its way"), at: pair.now)
        pair.client.send(.text("too late"), at: pair.now)
        let outputs = pair.exchange()
        #expect(outputs.client.messages == [.text("on its way")])
        #expect(outputs.server.messages == [])
    }

    @Test func cutsALongReasonBetweenCharacters() throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        pair.client.close(.normal, reason: String(repeating: "€", count: 60), at: pair.now)
        let outputs = pair.exchange()
        #expect(outputs.server.closure?.reason == String(repeating: "€", count: 41))
    }

    @Test func aCodeThatIsNeverSentMakesAnEmptyClose() throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        pair.client.close(.abnormal, reason: "x", at: pair.now)
        let outputs = pair.exchange()
        #expect(outputs.server.closure == WebSocketClosure(code: .noStatus, reason: "", isClean: true))
    }

    @Test func pingsKeepASilentPairAlive() throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        for _ in 0..<10 {
            pair.advance()
            let outputs = pair.exchange()
            #expect(outputs.client.isEmpty && outputs.server.isEmpty)
        }
        let isOpen = pair.client.isOpen && pair.server.isOpen
        #expect(isOpen)
        #expect(pair.now - Instant(nanoseconds: 1_000_000_000) >= .seconds(300))
    }

    @Test func aPeerThatIsGoneIsNoticed() throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        pair.isConnected = false
        pair.advance()
        // The kernel has taken the Ping; it does not arrive.
        _ = (pair.client.takeOutgoing(at: pair.now), pair.server.takeOutgoing(at: pair.now))
        pair.advance()
        let outputs = pair.exchange()
        #expect(outputs.client.closure?.code == .abnormal)
        #expect(outputs.client.last == .finished(.closed))
        #expect(pair.now == Instant(nanoseconds: 51_000_000_000))
    }

    @Test func aCloseThatIsNotAnsweredEndsAllTheSame() throws {
        var pair = try WebSocketPair()
        _ = pair.exchange()
        pair.isConnected = false
        pair.client.close(at: pair.now)
        _ = pair.client.takeOutgoing(at: pair.now)
        pair.advance()
        let outputs = pair.exchange()
        #expect(outputs.client.closure?.isClean == false)
        #expect(outputs.client.last == .finished(.closed))
    }

    @Test func aPeerThatReadsNothingIsGivenUp() throws {
        var limits = WebSocketLimits()
        limits.outgoingBytes = 10_000
        var pair = try WebSocketPair(limits: limits)
        _ = pair.exchange()
        for _ in 0..<9 { pair.server.send(.binary([UInt8](repeating: 0, count: 1_000)), at: pair.now) }
        let before = pair.server.takeOutputs()
        pair.server.send(.binary([UInt8](repeating: 0, count: 1_000)), at: pair.now)
        let after = pair.server.takeOutputs()
        #expect(before.isEmpty)
        #expect(after.last == .finished(.slowReader))
        let kept = pair.server.outgoing.count
        #expect(kept == 0)
    }

    @Test func aPeerThatPingsAndReadsNothingIsNotReadFrom() throws {
        var limits = WebSocketLimits()
        limits.heldBackBytes = 1_000
        var server = WebSocketServerConversation.open(limits: limits, at: Instant(nanoseconds: 0))
        let ping = Frame(0x89, [UInt8](repeating: 1, count: 125)).masked
        var count = 0
        while server.wantsInput, count < 100 {
            server.receive(ping.span, at: Instant(nanoseconds: 0))
            let outputs = server.takeOutputs()
            #expect(outputs.isEmpty)
            count += 1
        }
        #expect(count < 10)
    }
}
