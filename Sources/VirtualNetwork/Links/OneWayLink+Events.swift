public import SansIO

/// What happens to a link while packets cross it.
extension OneWayLink {
    /// Changes what the link does to packets.
    ///
    /// Packets that were sent keep their fates; those that wait, and the rest of the one that is being sent,
    /// go at the new rate. Bad intervals stay where they were unless their means change; a queue that has
    /// become too small drops nothing that waits already.
    public mutating func change(to new: LinkConditions, at now: Instant) {
        advance(to: now)
        let old = conditions
        conditions = new
        times = LinkTimes(new, previous: times)
        if old.bursts?.meanGood != new.bursts?.meanGood || old.bursts?.meanBad != new.bursts?.meanBad {
            bursts = new.bursts.map { draws.intervals($0) }
        }
        if old.queue.discipline != new.queue.discipline { coDel = CoDel(new.queue.discipline) }
        guard old.rate != new.rate else { return }
        let before = transmitter
        transmitter = Transmitter(new.rate)
        if let sending {
            let work = before.remainingWork(of: sending.work, doneAt: sending.finish, at: time)
            self.sending = Sending(
                packet: sending.packet,
                work: work,
                finish: transmitter.send(work, from: time)
            )
        }
        advance(to: now)
    }

    /// Begins or ends to swallow everything that is offered; what is on its way arrives.
    public mutating func setBlackhole(_ isBlackhole: Bool, at now: Instant) {
        advance(to: now)
        self.isBlackhole = isBlackhole
    }

    /// Connects or disconnects the other end; when it is gone, all packets on their way are lost.
    public mutating func setCarrier(_ hasCarrier: Bool, at now: Instant) {
        advance(to: now)
        self.hasCarrier = hasCarrier
        guard !hasCarrier else { return }
        for entry in line.removeAll(after: time) {
            log.recall(entry.packet.index, isSecond: entry.isTwin, at: time, .carrierLost)
            guard !entry.isFollowedByTwin else { continue }
            dropped.append(DroppedPacket(packet: entry.packet.packet, reason: .carrierLost))
        }
        if let sending {
            self.sending = nil
            giveBack(sending.packet, .carrierLost, at: time)
        }
        while let packet = waiting.removeFirst() { giveBack(packet, .carrierLost, at: time) }
        lastDue = time
    }
}
