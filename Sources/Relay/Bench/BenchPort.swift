import EventLoop
import SansIO

/// The generator's hands: its poller, its batches, and the memory of the packets it sends.
final class BenchPort {
    /// How many packets may wait to be sent at once.
    static let slotCount = 512
    private static let requestCapacity = 2_048

    let plan: BenchPlan
    let poller: Poller
    let receiver: DatagramReceiver
    let sender: DatagramSender
    /// The time at the last look at the clock.
    private(set) var now: Instant
    private let payloads: PacketSlab
    private var usedSlots = 0
    private let requests = PacketSlab(slotCount: 1, capacity: BenchPort.requestCapacity)
    /// Streams that have something to write.
    private var dirty: [BenchClient] = []
    private var droppedByQueues: UInt64 = 0

    /// Packets that the generator itself could not hand to the kernel.
    var unsentCount: UInt64 {
        let counts = sender.counts
        return counts.bufferFull + counts.tooBig + counts.unreachable + counts.refused + droppedByQueues
    }

    init(_ plan: BenchPlan) throws {
        self.plan = plan
        poller = try Poller()
        receiver = DatagramReceiver(slotCount: 64, capacity: 9_000)
        sender = DatagramSender(capacity: Self.slotCount, usesSegmentation: plan.pattern == .superPackets)
        payloads = PacketSlab(slotCount: Self.slotCount, capacity: max(plan.payloadLength, 64))
        now = MonotonicClock.now()
    }

    /// Looks at the clock.
    func tick() {
        now = MonotonicClock.now()
    }

    /// Memory for one more packet; what waits is sent when there is none left.
    func payload() -> PacketBuffer {
        if usedSlots == Self.slotCount { flush() }
        usedSlots += 1
        return payloads.packet(usedSlots - 1, count: plan.payloadLength)
    }

    /// Another socket for a client of UDP, watched in place of the one it has.
    func reopen(_ client: BenchClient) throws -> BenchLink {
        let link = try BenchLink(plan, tls: nil)
        let token = BenchToken.client(client.number).rawValue
        try poller.add(link.fileDescriptor, token: token, interest: .read)
        return link
    }

    /// A request of a client's core.
    func transmit(_ request: [UInt8], by client: BenchClient) {
        guard request.count <= Self.requestCapacity else { return }
        let packet = requests.packet(0, copying: request)
        switch client.link {
        case .datagrams(let socket):
            // A full send buffer loses the request, as the network might: the core asks again.
            try? socket.send(packet, to: plan.server)
        case .stream(let stream):
            _ = stream.send(packet, isDroppable: false, at: now)
            dirty.append(client)
        }
    }

    /// A packet to the server, or straight to `destination`.
    func transmit(_ packet: PacketBuffer, to destination: Endpoint?, by client: BenchClient) {
        switch client.link {
        case .datagrams(let socket):
            sender.append(packet, to: destination ?? plan.server, through: socket)
        case .stream(let stream):
            if stream.send(packet, isDroppable: true, at: now) == .queued {
                dirty.append(client)
            } else {
                droppedByQueues += 1
            }
        }
    }

    /// A packet from the client's peer to where the peer reaches the client.
    func transmitDown(_ packet: PacketBuffer, to client: BenchClient) {
        guard let peer = client.peer else { return }
        sender.append(packet, to: client.relayed, through: peer.socket)
    }

    /// Sends what waits.
    func flush() {
        sender.flush()
        usedSlots = 0
        guard !dirty.isEmpty else { return }
        for client in dirty { flush(client) }
        dirty.removeAll(keepingCapacity: true)
    }

    /// Writes what a stream has and sees to it that the poller tells when more can be written.
    func flush(_ client: BenchClient) {
        guard case .stream(let stream) = client.link, client.failure == nil else { return }
        do {
            try stream.flush(at: now)
            let interest = stream.interest
            guard interest != client.watched else { return }
            client.watched = interest
            let token = BenchToken.client(client.number).rawValue
            try poller.modify(stream.socket.fileDescriptor, token: token, interest: interest)
        } catch {
            client.fail("\(error)")
        }
    }
}
