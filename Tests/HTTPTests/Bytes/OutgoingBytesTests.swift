import HTTP
import SansIO
import Testing

struct OutgoingBytesTests {
    private let start = Instant(nanoseconds: 1_000)
    private let timeout = Duration.seconds(10)

    @Test func theDeadlineBeginsWithTheFirstByte() {
        var outgoing = OutgoingBytes(timeout: timeout)
        #expect(outgoing.deadline == nil)
        outgoing.append([1], at: start)
        outgoing.append([2], at: start + .seconds(5))
        #expect(outgoing.deadline == start + timeout)
    }

    @Test func theDeadlineEndsWithTheLastByte() {
        var outgoing = OutgoingBytes(timeout: timeout)
        outgoing.append([1, 2], at: start)
        outgoing.consume(2, at: start + .seconds(5))
        #expect(outgoing.deadline == nil)
    }

    @Test func lessThanAQuantumMovesNothing() {
        var outgoing = OutgoingBytes(timeout: timeout)
        outgoing.append([UInt8](repeating: 0, count: 40_000), at: start)
        outgoing.consume(OutgoingBytes.quantum - 1, at: start + .seconds(5))
        #expect(outgoing.deadline == start + timeout)
        outgoing.consume(1, at: start + .seconds(6))
        #expect(outgoing.deadline == start + .seconds(16))
    }
}
