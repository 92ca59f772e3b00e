import STUN
import SansIO

/// Refresh: RFC 8656 §8.
extension TURNServer {
    mutating func refresh(
        _ message: borrowing MessageView,
        _ request: AuthenticatedRequest,
        at now: Instant
    ) throws(Rejection) {
        let slot = try requireAllocation(request)
        let wanted = try message.required(Lifetime.self)
        let family = try requireOwnFamily(message, of: slot)
        if wanted?.seconds == 0 {
            end(slot, family, .deleted)
            succeed(request, at: now) { $0.append(Lifetime(seconds: 0)) }
            return
        }
        let lifetime = refreshedLifetime(wanted, of: slot, at: now)
        allocations[slot]?.pointee.refresh(family, until: now + lifetime)
        setTimer(of: slot)
        succeed(request, at: now) { $0.append(Lifetime(seconds: lifetime.secondsRoundedUp)) }
    }

    /// §8.2: a family that the allocation does not have is a mismatch (443).
    private func requireOwnFamily(
        _ message: borrowing MessageView,
        of slot: UInt32
    ) throws(Rejection) -> IPAddress.Family? {
        guard let requested = try message.required(RequestedAddressFamily.self) else { return nil }
        guard let family = requested.code.family, allocations[slot]?.pointee.relayed(family) != nil else {
            throw .peerAddressFamilyMismatch
        }
        return family
    }

    /// Ends the allocation at once, or one family's half of it with what belongs to that half.
    mutating func end(_ slot: UInt32, _ family: IPAddress.Family?, _ reason: AllocationEnd) {
        guard let family, let allocation = allocations[slot], allocation.pointee.families.count == 2 else {
            end(slot, reason)
            return
        }
        let id = AllocationID(slot: slot, generation: allocation.pointee.generation)
        allocations.removeRelayed(family, of: slot)
        allocation.pointee.permissions.removeAll { $0.peer.family == family }
        allocation.pointee.channels.removeAll { $0.peer.address.family == family }
        setTimer(of: slot)
        emit(.closeRelay(id.relay(family), user: nil))
    }

    private mutating func setTimer(of slot: UInt32) {
        guard let expiry = allocations[slot]?.pointee.expiry else { return }
        timers.set(slot, to: expiry)
    }

    /// As for Allocate, but never past the allocation's greatest age: that is what bounds a credential that
    /// has expired since.
    private func refreshedLifetime(_ wanted: Lifetime?, of slot: UInt32, at now: Instant) -> Duration {
        let longest = max(configuration.longestLifetime, configuration.standardLifetime)
        let asked = wanted.map { Duration.seconds(Int64($0.seconds)) } ?? configuration.standardLifetime
        let granted = min(max(asked, configuration.standardLifetime), longest)
        guard let createdAt = allocations[slot]?.pointee.createdAt else { return granted }
        return max(.zero, min(granted, createdAt + configuration.maximumAge - now))
    }
}
