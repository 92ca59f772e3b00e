import STUN
import SansIO
import TURN
import Testing

/// A client core with memory for its packets; what it says is copied at once.
final class ClientUnderTest {
    private var core: TURNClient
    private let slab = PacketSlab(slotCount: 1, capacity: 65_600)
    private(set) var clock: Instant

    /// What it told, and when.
    private(set) var news: [ClientNews] = []
    /// What it sent to the server since that was last taken.
    private var sent: [[UInt8]] = []
    /// Every request that it sent, repetitions included.
    private(set) var requests: [(time: Instant, method: Method)] = []

    init(
        _ configuration: TURNClientConfiguration,
        seed: UInt64 = 1,
        at now: Instant = Instant(nanoseconds: 5_000_000_000)
    ) {
        clock = now
        core = TURNClient(configuration: configuration, generator: SeededRandom(seed: seed), at: now)
    }

    var nextDeadline: Instant? { core.nextDeadline }
    var counters: ClientCounters { core.counters }
    var isAllocated: Bool { core.isAllocated }

    var grant: AllocationGrant? {
        news.compactMap { if case .allocated(let grant) = $0 { grant } else { nil } }.last
    }

    func count(of method: Method) -> Int { requests.count { $0.method == method } }

    func takeNews() -> [ClientNews] {
        defer { news = [] }
        return news
    }

    func takeSent() -> [[UInt8]] {
        defer { sent = [] }
        return sent
    }

    func forgetRequests() { requests = [] }

    // MARK: Inputs

    func tell(_ inputs: TURNClient.Input...) {
        for input in inputs { core.handle(input, at: clock) }
        drain()
    }

    /// A datagram, or a piece of a stream.
    func receive(_ bytes: [UInt8]) { tell(.received(packet(bytes))) }

    func send(_ bytes: [UInt8], to peer: Endpoint) { tell(.send(packet(bytes), to: peer)) }

    /// Moves the clock to a moment at which nothing else was due.
    func advance(to now: Instant) {
        clock = max(clock, now)
        core.advance(to: clock)
        drain()
    }

    /// Moves the clock, stopping at every deadline on the way.
    func advance(by duration: Duration) {
        let end = clock + duration
        while let deadline = core.nextDeadline, deadline <= end { advance(to: deadline) }
        advance(to: end)
    }

    private func packet(_ bytes: [UInt8]) -> PacketBuffer {
        // What lies around a packet is never zero, so that padding that is not written shows.
        let packet = slab.packet(0, count: bytes.count)
        for offset in 0..<min(packet.limit, packet.range.upperBound + 8) { packet.base[offset] = 0xEE }
        for (offset, byte) in bytes.enumerated() { packet[offset] = byte }
        return packet
    }

    // MARK: Outputs

    private func drain() {
        while let output = core.nextOutput() {
            switch output {
            case .request(let bytes):
                sent.append(bytes)
                if let message = try? MessageView(bytes.span) {
                    requests.append((clock, message.type.method))
                }
            case .toServer(let packet): sent.append(Self.copy(packet))
            case .allocated(let grant): news.append(.allocated(grant))
            case .failed(let failure): news.append(.failed(failure))
            case .permitted(let address): news.append(.permitted(address))
            case .permissionFailed(let address, let failure): news.append(.permissionFailed(address, failure))
            case .bound(let peer, let number): news.append(.bound(peer, number))
            case .bindingFailed(let peer, let failure): news.append(.bindingFailed(peer, failure))
            case .received(let peer, let packet): news.append(.received(Self.copy(packet), from: peer))
            case .unreachable(let peer, let error): news.append(.unreachable(peer, error))
            case .lost(let loss): news.append(.lost(loss))
            case .closed: news.append(.closed)
            }
        }
    }

    private static func copy(_ packet: PacketBuffer) -> [UInt8] {
        (0..<packet.count).map { packet[$0] }
    }
}
