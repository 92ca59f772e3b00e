internal import VirtualNetwork
internal import YAML

/// Reads what a link does to packets: `both`, or `up` and `down`.
struct LinkReader {
    /// Gives the text of a file of delivery opportunities.
    let traces: (String) throws -> String

    /// The two directions of a mapping; a direction that is not named changes nothing.
    func pair(_ mapping: YAMLMapping) -> NetworkWiring.LinkPair {
        let both = mapping.mapping("both").map(conditions)
        let up = mapping.mapping("up").map(conditions)
        let down = mapping.mapping("down").map(conditions)
        if both != nil, up != nil || down != nil {
            mapping.log.note(
                "both directions are set already; accepted: both alone, or up and down",
                at: mapping.position,
                path: mapping.path(of: "both")
            )
        }
        if let both { return .init(both: both) }
        return .init(up: up ?? LinkConditions(), down: down ?? LinkConditions())
    }

    private func conditions(_ mapping: YAMLMapping) -> LinkConditions {
        var conditions = LinkConditions()
        conditions.delay = mapping.value("delay", .time) ?? .zero
        conditions.jitter = jitter(mapping)
        conditions.loss = mapping.value("loss", .probability) ?? .never
        conditions.duplication = mapping.value("duplication", .probability) ?? .never
        conditions.bursts = mapping.mapping("bursts").flatMap(bursts)
        conditions.reordering = mapping.mapping("reordering").flatMap(reordering)
        conditions.rate = rate(mapping)
        conditions.queue = mapping.mapping("queue").map(queue) ?? LinkQueue()
        conditions.mtu = mtu(mapping)
        mapping.finish()
        return conditions
    }

    /// A time alone is a uniform jitter of so much less or more.
    private func jitter(_ mapping: YAMLMapping) -> LinkConditions.Jitter {
        guard let node = mapping.node("jitter") else { return .none }
        guard case .mapping = node.content else {
            return mapping.value("jitter", .time).map { .uniform($0) } ?? .none
        }
        guard let jitter = mapping.mapping("jitter") else { return .none }
        defer { jitter.finish() }
        if let deviation = jitter.value("normal", .time) { return .normal(deviation) }
        return jitter.value("uniform", .time).map { .uniform($0) } ?? .none
    }

    /// Either the share of the time that is bad and the mean length of a bad interval, or both means.
    private func bursts(_ mapping: YAMLMapping) -> LossBursts? {
        defer { mapping.finish() }
        let share = mapping.value("share", .probability)
        let bad = mapping.required("bad", .time)
        let good = mapping.value("good", .time)
        let lossInGood = mapping.value("loss-in-good", .probability) ?? .never
        let lossInBad = mapping.value("loss-in-bad", .probability) ?? .always
        guard let bad else { return nil }
        if let good {
            return LossBursts(meanGood: good, meanBad: bad, lossInGood: lossInGood, lossInBad: lossInBad)
        }
        guard let share, var bursts = LossBursts(badShare: share, meanBad: bad) else {
            mapping.log.note(
                "one of good and share is missing; accepted: good, the mean length of a good interval, or "
                    + "share, the part of the time that is bad",
                at: mapping.position,
                path: mapping.path
            )
            return nil
        }
        bursts.lossInGood = lossInGood
        bursts.lossInBad = lossInBad
        return bursts
    }

    private func reordering(_ mapping: YAMLMapping) -> LinkConditions.Reordering? {
        defer { mapping.finish() }
        guard let share = mapping.required("share", .probability),
            let delay = mapping.required("extra-delay", .time)
        else { return nil }
        return .init(share, extraDelay: delay)
    }

    private func rate(_ mapping: YAMLMapping) -> LinkRate {
        guard let node = mapping.node("rate") else { return .unlimited }
        guard case .mapping = node.content else {
            let form = ValueForm.bitRate(BitRate(bitsPerSecond: 0)...BitRate(bitsPerSecond: 100_000_000_000))
            return mapping.value("rate", form).map { .bitsPerSecond($0.bitsPerSecond) } ?? .unlimited
        }
        guard let rate = mapping.mapping("rate") else { return .unlimited }
        defer { rate.finish() }
        guard let file = rate.required("trace", .text(upTo: 200)) else { return .unlimited }
        do {
            return .trace(try DeliveryTrace(try traces(file)))
        } catch {
            mapping.log.note("\(file): \(error)", at: rate.position, path: rate.path(of: "trace"))
            return .unlimited
        }
    }

    private func queue(_ mapping: YAMLMapping) -> LinkQueue {
        defer { mapping.finish() }
        let discipline: LinkQueue.Discipline =
            switch mapping.value("discipline", .choice(QueueWord.self)) {
            case .dropHead: .dropHead
            case .coDel: .coDel
            case .dropTail, nil: .dropTail
            }
        let sizes = ByteCount(bytes: 1)...ByteCount(bytes: 1 << 30)
        return LinkQueue(
            discipline,
            bytes: mapping.value("bytes", .byteCount(sizes))?.bytes,
            wait: mapping.value("time", .time)
        )
    }

    /// A number alone is an MTU whose router tells.
    private func mtu(_ mapping: YAMLMapping) -> LinkConditions.MTU? {
        let form = ValueForm<Int>.wholeNumber(68...1500)
        guard let node = mapping.node("mtu") else { return nil }
        guard case .mapping = node.content else { return mapping.value("mtu", form).map { .init($0) } }
        guard let mtu = mapping.mapping("mtu") else { return nil }
        defer { mtu.finish() }
        let isReported = mtu.value("reported", .boolean) ?? true
        return mtu.required("bytes", form).map { .init($0, isReported: isReported) }
    }
}

private enum QueueWord: String, CaseIterable {
    case dropTail = "drop-tail"
    case dropHead = "drop-head"
    case coDel = "codel"
}

extension ValueForm where Value == Duration {
    /// A time of a network: up to an hour.
    static var time: ValueForm { .duration(.zero ... .seconds(3600)) }
}

extension ValueForm where Value == Probability {
    /// A share such as `0.5%`.
    static var probability: ValueForm {
        let share = ValueForm<Double>.percentage
        return ValueForm(accepted: share.accepted, placeholder: share.placeholder) {
            (text) throws(ValueHint) in
            do throws(ValueRefusal) {
                guard let probability = Probability(try share.read(text)) else {
                    throw ValueRefusal(text: text, accepted: share.accepted)
                }
                return probability
            } catch {
                throw ValueHint(error.hint)
            }
        }
    }
}
