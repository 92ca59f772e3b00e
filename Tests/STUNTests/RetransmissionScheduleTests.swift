import STUN
import Testing

@Suite struct RetransmissionScheduleTests {
    /// RFC 8489 §6.2.1.
    @Test func matchesTheExampleInTheRFC() {
        let schedule = RetransmissionSchedule(initialTimeout: .milliseconds(500), requestCount: 7)
        #expect(
            schedule.intervals.map { $0 / .milliseconds(1) } == [500, 1000, 2000, 4000, 8000, 16000, 8000]
        )
        #expect(schedule.total == .milliseconds(39_500))
    }

    @Test func givesUpAfterOneTransmissionOverTCP() {
        #expect(RetransmissionSchedule.reliable.intervals == [.milliseconds(39_500)])
    }

    @Test func endsWithTheFinalFactor() {
        let schedule = RetransmissionSchedule(
            initialTimeout: .milliseconds(100),
            requestCount: 3,
            finalFactor: 5
        )
        #expect(schedule.intervals == [.milliseconds(100), .milliseconds(200), .milliseconds(500)])
    }
}
