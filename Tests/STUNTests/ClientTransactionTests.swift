import STUN
import SansIO
import Testing

@Suite struct ClientTransactionTests {
    private let id = TransactionID(7, 8)
    private let start = Instant(nanoseconds: 1_000_000_000)

    @Test func sendsSevenTimesAndGivesUpAfterThirtyNineAndAHalfSeconds() {
        var transaction = ClientTransaction(id, method: .binding, sentAt: start)
        var sent: [Int64] = [0]
        var gaveUp: Duration?
        while let deadline = transaction.nextDeadline {
            #expect(transaction.advance(to: deadline - .nanoseconds(1)) == .wait)
            switch transaction.advance(to: deadline) {
            case .retransmit: sent.append((deadline - start).wholeNanoseconds / 1_000_000)
            case .timedOut: gaveUp = deadline - start
            case .wait: Issue.record("nothing happened at the deadline")
            }
        }
        #expect(sent == [0, 500, 1500, 3500, 7500, 15_500, 31_500])
        #expect(gaveUp == .milliseconds(39_500))
        #expect(transaction.transmissionCount == 7)
        #expect(!transaction.isWaiting && transaction.advance(to: start + .seconds(100)) == .wait)
    }

    @Test func doesNotSendABurstWhenItsOwnerComesLate() {
        var transaction = ClientTransaction(id, method: .binding, sentAt: start)
        let late = start + .seconds(5)
        #expect(transaction.advance(to: late) == .retransmit)
        #expect(transaction.advance(to: late) == .wait)
        #expect(transaction.nextDeadline == late + .seconds(1))
    }

    @Test func sendsOnceOverTCP() {
        var transaction = ClientTransaction(id, method: .binding, schedule: .reliable, sentAt: start)
        #expect(transaction.nextDeadline == start + .milliseconds(39_500))
        #expect(transaction.advance(to: start + .milliseconds(39_499)) == .wait)
        #expect(transaction.advance(to: start + .milliseconds(39_500)) == .timedOut)
    }

    @Test func isAnsweredOnce() {
        var transaction = ClientTransaction(id, method: .binding, sentAt: start)
        #expect(transaction.finish() == true)
        #expect(transaction.finish() == false)
        #expect(transaction.nextDeadline == nil)
        #expect(transaction.advance(to: start + .seconds(1)) == .wait)
    }

    @Test func matchesResponsesOfItsOwnOnly() throws {
        let transaction = ClientTransaction(id, method: .binding, sentAt: start)
        for (messageClass, other, expected) in [
            (MessageClass.success, id, true), (.error, id, true), (.request, id, false),
            (.indication, id, false), (.success, TransactionID(7, 9), false),
        ] {
            let bytes = MessageBuilder(MessageType(.binding, messageClass), other).bytes
            let isMatch = transaction.matches(try MessageView(bytes.span))
            #expect(isMatch == expected)
        }
        let bytes = MessageBuilder(MessageType(Method(unchecked: 3), .success), id).bytes
        let isMatch = transaction.matches(try MessageView(bytes.span))
        #expect(!isMatch)
    }
}
