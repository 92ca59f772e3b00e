import EventLoop
import STUN
import SansIO
import TURN

/// One request without a credential over a link of its own, and its answer.
final class STUNExchange: LoopMember {
    /// What came of it.
    enum Outcome: Hashable, Sendable {
        /// The whole message that answers the request, and how long after the request it came.
        case answered([UInt8], after: Duration)
        /// Nothing came that answers the request.
        case unanswered
        case failed(LinkFailure)
    }

    private(set) var outcome: Outcome?
    /// When the server was connected to: TLS included, over UDP at once.
    private(set) var openedAt: Instant?

    private let link: ClientLink
    private let request: [UInt8]
    private let schedule: RetransmissionSchedule
    private let transactionID: TransactionID
    private let method: STUN.Method
    private var transaction: ClientTransaction?
    private var sentAt: Instant?
    private var partial: [UInt8] = []
    private unowned let loop: ClientLoop

    /// Opens a link to the server and joins the loop; the request is sent when the link is open.
    init(
        _ request: [UInt8],
        _ transactionID: TransactionID,
        _ method: STUN.Method,
        _ access: ServerAccess,
        in loop: ClientLoop,
        schedule: RetransmissionSchedule = .standard
    ) throws(LinkFailure) {
        self.request = request
        self.transactionID = transactionID
        self.method = method
        self.schedule = access.transport == .udp ? schedule : .reliable
        self.loop = loop
        link = try ClientLink(access, in: loop)
        do throws(SystemError) {
            try loop.add(self)
        } catch {
            throw .noRoute(error)
        }
        openIfReady()
    }

    var fileDescriptor: Int32 { link.fileDescriptor }
    var interest: Poller.Interest { link.interest }
    var isFinished: Bool { outcome != nil }
    var nextDeadline: Instant? { link.deadline ?? transaction?.nextDeadline }

    func serve(_ event: Poller.Event) {
        link.serve(event) { packet in
            if link.access.transport == .udp { take(packet.copied) } else { takePiece(packet.copied) }
        }
        openIfReady()
        noteLinkFailure()
    }

    func advance(to now: Instant) {
        link.advance(to: now)
        switch transaction?.advance(to: now) {
        case .retransmit: transmit()
        case .timedOut: settle(.unanswered)
        case .wait, nil: break
        }
        noteLinkFailure()
    }

    private func openIfReady() {
        guard openedAt == nil, link.isOpen else { return }
        let now = loop.now
        openedAt = now
        transaction = ClientTransaction(transactionID, method: method, schedule: schedule, sentAt: now)
        transmit()
    }

    private func transmit() {
        sentAt = loop.now
        link.transmit(loop.outgoing.packet(0, copying: request), isDroppable: false)
    }

    private func takePiece(_ bytes: [UInt8]) {
        partial += bytes
        var offset = 0
        var framer = StreamFramer()
        do throws(StreamFramer.Failure) {
            guard let range = try framer.next(in: partial.span, from: &offset) else { return }
            take(Array(partial[range]))
            partial.removeFirst(offset)
        } catch {
            settle(.failed(.notSTUN))
        }
    }

    private func take(_ bytes: [UInt8]) {
        guard let message = try? MessageView(bytes.span), transaction?.matches(message) == true else {
            return
        }
        settle(.answered(bytes, after: loop.now - (sentAt ?? loop.now)))
    }

    private func noteLinkFailure() {
        if let failure = link.failure ?? link.datagramFailure { settle(.failed(failure)) }
    }

    private func settle(_ outcome: Outcome) {
        self.outcome = self.outcome ?? outcome
    }
}
