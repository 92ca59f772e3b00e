import SansIO

/// The stages a packet crosses, in order.
extension OneWayLink {
    /// Why the link does not take a packet at all; nil when it reaches the queue.
    mutating func refusal(of packet: HeldPacket) -> DropReason? {
        guard hasCarrier else { return .carrierLost }
        if let mtu = conditions.mtu, packet.bytes > mtu.bytes {
            return mtu.isReported ? .tooBig : .tooBigInSilence
        }
        if isBlackhole { return .blackhole }
        if let model = conditions.bursts {
            bursts?.advance(to: time)
            let share = bursts?.isBad == true ? model.lossInBad : model.lossInGood
            if share.isHit(by: draws.burstLoss[packet.index]) { return .burst }
        }
        if conditions.loss.isHit(by: draws.loss[packet.index]) { return .loss }
        return heldCount < capacity ? nil : .outOfMemory
    }

    /// Sends the packet or lets it wait; tells why it can do neither.
    mutating func queue(_ packet: HeldPacket) -> DropReason? {
        guard sending != nil else {
            coDel?.foundEmpty()
            send(packet, at: time)
            // Without a rate it has been sent already.
            settle()
            return nil
        }
        while let reason = overflow(with: packet) {
            guard conditions.queue.discipline == .dropHead, let head = waiting.removeFirst() else {
                return reason
            }
            giveBack(head, reason, at: time)
        }
        waiting.append(packet)
        return nil
    }

    /// Which bound of the queue one more packet would break.
    private func overflow(with packet: HeldPacket) -> DropReason? {
        if waiting.bytes + packet.bytes > times.queueBytes { return .queueBytes }
        guard times.queueWait != .never, let rate = times.referenceRate, let sending else { return nil }
        let before = transmitter.remainingWork(of: sending.work, doneAt: sending.finish, at: time)
        let wait = before.plus(Transmitter.work(bytes: waiting.bytes)) / rate
        return wait > times.queueWait ? .queueWait : nil
    }

    private mutating func send(_ packet: HeldPacket, at now: Nanoseconds) {
        let work = Transmitter.work(bytes: packet.bytes)
        sending = Sending(packet: packet, work: work, finish: transmitter.send(work, from: now))
    }

    /// Gives the transmitter the next packet that waits, if CoDel lets it pass.
    mutating func sendNext(at now: Nanoseconds) {
        while let packet = waiting.removeFirst() {
            let isDropped = coDel?.drops(
                sojourn: now - packet.offeredAt,
                bytesBehind: waiting.bytes,
                maximumPacket: conditions.mtu?.bytes ?? 1500,
                at: now
            )
            guard isDropped == true else { return send(packet, at: now) }
            giveBack(packet, .coDel, at: now)
        }
        coDel?.foundEmpty()
    }

    /// Puts a packet that was sent on its way.
    mutating func launch(_ packet: HeldPacket, at now: Nanoseconds) {
        lastDue = max(lastDue, now.plus(times.delay(draws.jitter[packet.index])))
        let isHeldBack = conditions.reordering?.share.isHit(by: draws.reordering[packet.index]) == true
        let due = isHeldBack ? lastDue.plus(times.extraDelay) : lastDue
        log.record(packet.index, at: now, isHeldBack ? .heldBack(due: due) : .carried(due: due))
        let isDoubled = conditions.duplication.isHit(by: draws.duplication[packet.index])
        // This packet is no longer counted as held: there is room for it, and perhaps for its twin.
        let hasTwin = isDoubled && heldCount + 1 < capacity
        line.insert(.init(packet, due: due, isFollowedByTwin: hasTwin, isTwin: false), isHeldBack: isHeldBack)
        guard isDoubled else { return }
        guard hasTwin else { return log.record(packet.index, at: now, .dropped(.outOfMemory)) }
        line.insert(.init(packet, due: due, isFollowedByTwin: false, isTwin: true), isHeldBack: isHeldBack)
        log.record(packet.index, at: now, .duplicated)
    }

    /// Drops a packet that had been accepted.
    mutating func giveBack(_ packet: HeldPacket, _ reason: DropReason, at now: Nanoseconds) {
        log.record(packet.index, at: now, .dropped(reason))
        dropped.append(DroppedPacket(packet: packet.packet, reason: reason))
    }
}
