import SansIO
import Testing

@testable import TURN

struct RenewalScheduleTests {
    @Test(arguments: [
        (1, 500), (10, 5_000), (60, 30_000), (119, 59_500), (120, 60_000), (121, 61_000), (300, 240_000),
        (480, 420_000), (600, 525_000), (3600, 3_150_000),
    ])
    func refreshesBeforeTheEndAndNeverAfterHalfOfAShortLifetime(seconds: Int, milliseconds: Int) {
        let interval = RenewalSchedule.refresh(of: .seconds(seconds))
        #expect(interval / .milliseconds(1) == Double(milliseconds))
    }

    @Test func aRenewalLeavesTimeForEveryRepetitionOfARequest() {
        #expect(RenewalSchedule.permission + .milliseconds(39_500) < Permission.lifetime)
        #expect(RenewalSchedule.channel + .milliseconds(39_500) < Permission.lifetime)
    }
}
