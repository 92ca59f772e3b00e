import STUN
import SansIO

/// Refresh, and the Refresh that deletes: RFC 8656 §8.
extension TURNClient {
    /// What the owner wants; a 0 would delete what the owner wants to keep.
    func appendLifetime(to builder: inout MessageBuilder) {
        guard let lifetime = configuration.lifetime, lifetime.seconds > 0 else { return }
        builder.append(lifetime)
    }

    mutating func completeRefresh(
        _ request: ClientRequest,
        _ message: borrowing MessageView,
        at now: Instant
    ) {
        // A success tells the lifetime (§8.3). A server that leaves it out has done what was asked.
        let lifetime = (try? message.attribute(Lifetime.self)) ?? configuration.lifetime ?? .standard
        guard lifetime.seconds > 0 else { return lose(.expired) }
        setLifetime(.seconds(Int64(lifetime.seconds)), since: request.sentAt)
    }

    mutating func setLifetime(_ lifetime: Duration, since start: Instant) {
        timers.set(.refresh, to: start + RenewalSchedule.refresh(of: lifetime))
        timers.set(.expiry, to: start + lifetime)
    }

    /// Whatever else is on its way is of no interest any more.
    mutating func delete(at now: Instant) {
        phase = .deleting
        requests = [:]
        timers = TimerTable()
        send(.delete, at: now)
    }
}
