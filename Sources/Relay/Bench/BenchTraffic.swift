import EventLoop
import SansIO

/// The packets of a run: sent at the plan's pace, checked where they arrive.
final class BenchTraffic {
    /// When nothing has arrived for so long, what is under way is lost.
    private static let stall = Duration.milliseconds(50)
    /// How long after the last packet was sent arrivals still count.
    private static let drain = Duration.milliseconds(200)
    /// How far an open loop may be behind before it leaves packets out.
    private static let mostBehind = 2 * BenchPort.slotCount

    private let session: BenchSession
    private let plan: BenchPlan
    private let tag: UInt32

    private(set) var counts = BenchCounts()
    private(set) var latencies = LatencyHistogram()
    /// How often a closed loop had to give up what was under way.
    private(set) var stalls = 0
    /// Packets an open loop left out since the generator could not keep up.
    private(set) var skipped = 0

    private var inFlight = 0
    /// Whose turn it is: the flow, and with both directions which of them.
    private var turn = 0
    private var records = false

    init(_ session: BenchSession, tag: UInt32) {
        self.session = session
        self.tag = tag
        plan = session.port.plan
    }

    /// Sends and receives for `duration`; latencies are recorded if `recording`.
    func run(for duration: Duration, recording: Bool) throws {
        let port = session.port
        records = recording
        port.tick()
        let start = port.now
        let end = start + duration
        var scheduled = 0
        var lastArrival = start
        while port.now < end {
            let deadline: Instant
            switch plan.pace {
            case .window(let size):
                fill(upTo: max(size, plan.pattern.unit))
                deadline = min(end, lastArrival + Self.stall)
            case .rate(let rate):
                deadline = min(end, sendDue(at: rate, since: start, &scheduled))
            }
            port.flush()
            let before = counts.received
            try session.serve(until: deadline, take: take)
            if counts.received > before {
                lastArrival = port.now
            } else if case .window = plan.pace, port.now >= lastArrival + Self.stall, port.now < end {
                stalls += 1
                inFlight = 0
                lastArrival = port.now
            }
            try checkClients()
        }
    }

    /// Waits for what is still under way.
    func finish() throws {
        let port = session.port
        port.tick()
        let end = port.now + Self.drain
        while port.now < end, counts.received < counts.sent { try session.serve(until: end, take: take) }
    }

    /// Sends one burst of `count` packets of one client at once and waits for what comes of it.
    func burst(of count: Int, by client: BenchClient, isUp: Bool) throws {
        session.port.tick()
        for _ in 0..<count { send(client, isUp: isUp) }
        session.port.flush()
        try finish()
    }

    private func checkClients() throws {
        guard plan.transport != .udp else { return }
        for client in session.clients {
            if let failure = client.failure { throw failure }
        }
    }

    // MARK: Sending

    private func fill(upTo size: Int) {
        while inFlight + plan.pattern.unit <= size { sendUnit() }
    }

    /// Sends what is due and tells when the next unit is.
    private func sendDue(at rate: Int, since start: Instant, _ scheduled: inout Int) -> Instant {
        let port = session.port
        let elapsed = (port.now - start) / .seconds(1)
        let due = Int(elapsed * Double(rate))
        if due - scheduled > Self.mostBehind {
            skipped += due - scheduled - Self.mostBehind
            scheduled = due - Self.mostBehind
        }
        while scheduled < due {
            sendUnit()
            scheduled += plan.pattern.unit
        }
        return start + .nanoseconds(Int64(Double(scheduled + 1) / Double(rate) * 1e9))
    }

    private func sendUnit() {
        let isUp = plan.direction == .both ? turn & 1 == 0 : plan.isUp
        let place = plan.direction == .both ? turn >> 1 : turn
        let client = session.clients[place % session.clients.count]
        for _ in 0..<plan.pattern.unit { send(client, isUp: isUp) }
        turn += 1
        if turn == session.clients.count * 2 { turn = 0 }
    }

    private func send(_ client: BenchClient, isUp: Bool) {
        let port = session.port
        let packet = port.payload()
        let payload = BenchPayload(
            tag: tag,
            flow: client.number,
            isUp: isUp,
            sequence: isUp ? client.nextUp : client.nextDown,
            sentAt: port.now
        )
        payload.write(to: packet)
        if isUp {
            client.nextUp += 1
            client.send(packet, port)
        } else {
            client.nextDown += 1
            port.transmitDown(packet, to: client)
        }
        counts.sent += 1
        inFlight += 1
    }

    // MARK: Receiving

    func take(_ client: BenchClient, _ isUp: Bool, _ source: Endpoint?, _ packet: PacketBuffer) {
        guard let payload = BenchPayload(packet, length: plan.payloadLength), payload.tag == tag else {
            counts.corrupt += 1
            return
        }
        let expected = isUp ? client.relayed : client.peer?.socket.localEndpoint
        guard payload.flow == client.number, payload.isUp == isUp, source == expected else {
            counts.misrouted += 1
            return
        }
        switch isUp ? client.checkUp.note(payload.sequence) : client.checkDown.note(payload.sequence) {
        case .ahead(let missing): inFlight -= Int(clamping: missing) + 1
        case .late: counts.reordered += 1
        case .duplicate:
            counts.duplicates += 1
            return
        }
        inFlight = max(0, inFlight)
        counts.received += 1
        if records { latencies.record(UInt64(max(0, (session.port.now - payload.sentAt).wholeNanoseconds))) }
    }
}
