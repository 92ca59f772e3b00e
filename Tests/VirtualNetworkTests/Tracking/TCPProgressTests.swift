import Testing

@testable import VirtualNetwork

struct TCPProgressTests {
    private enum Step {
        case out(TCPFlags)
        case back(TCPFlags)
    }

    private func progress(_ steps: [Step]) -> TCPProgress {
        var progress = TCPProgress()
        for step in steps {
            switch step {
            case .out(let flags): progress.noteOutbound(flags)
            case .back(let flags): progress.noteInbound(flags)
            }
        }
        return progress
    }

    @Test func isEstablishedWhenBothHaveSpokenAndTheHostHasAcknowledged() {
        let steps: [Step] = [.out(.syn), .back([.syn, .ack]), .out(.ack)]
        #expect(
            (0...3).map { progress(Array(steps.prefix($0))).isEstablished } == [false, false, false, true]
        )
    }

    @Test func isEstablishedWhenThePeerBegan() {
        let steps: [Step] = [.back(.syn), .out([.syn, .ack]), .back(.ack), .out(.ack)]
        #expect(
            (0...4).map { progress(Array(steps.prefix($0))).isEstablished } == [
                false, false, false, false, true,
            ]
        )
    }

    @Test func isClosedByTwoFINsOrOneRST() {
        let open: [Step] = [.out(.syn), .back([.syn, .ack]), .out(.ack)]
        #expect(progress(open + [.out([.fin, .ack])]).isEstablished)
        #expect(progress(open + [.back([.fin, .ack])]).isEstablished)
        #expect(!progress(open + [.out([.fin, .ack]), .back([.fin, .ack])]).isEstablished)
        #expect(!progress(open + [.out(.rst)]).isEstablished)
        #expect(!progress(open + [.back([.rst, .ack])]).isEstablished)
        #expect(!progress(open + [.back(.rst), .out(.ack), .back(.ack)]).isEstablished)
    }

    @Test func beginsAnewWithASYNOfTheHost() {
        let open: [Step] = [.out(.syn), .back([.syn, .ack]), .out(.ack)]
        #expect(!progress(open + [.back(.rst), .out(.syn)]).isEstablished)
        #expect(progress(open + [.back(.rst)] + open).isEstablished)
        #expect(progress([.back(.rst), .out(.syn)]) == progress([.out(.syn)]))
    }
}
