import Cryptography
import SansIO

/// Numbered packets that somebody sends on, and what has come back of them.
///
/// They are as long as those of video, so that a path that cuts long packets off shows it.
struct EchoTrain {
    static let packetCount = 50
    static let interval = Duration.milliseconds(10)
    static let packetLength = 1_200
    /// How long after the last packet an echo may come.
    static let patience = Duration.seconds(2)

    private(set) var result = EchoResult()
    /// Tells the packets of this train from others.
    private let mark: UInt64
    private var sentAt: [Instant] = []
    private var hasReturned: [Bool] = []

    init(mark: UInt64) {
        self.mark = mark
    }

    var isComplete: Bool { result.sent == Self.packetCount && result.roundTrips.count == result.sent }

    /// The next packet, sent at `now`.
    mutating func next(at now: Instant) -> [UInt8] {
        var bytes = [UInt8](repeating: 0x5A, count: Self.packetLength)
        for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: mark >> UInt64(8 * index)) }
        bytes[8] = UInt8(truncatingIfNeeded: result.sent)
        result.sent += 1
        sentAt.append(now)
        hasReturned.append(false)
        return bytes
    }

    /// Whether a packet at the far end is one to send back; it is counted.
    mutating func arrives(_ packet: PacketBuffer) -> Bool {
        guard number(of: packet) != nil else { return false }
        result.arrived += 1
        return true
    }

    /// Takes note of a packet that has come back; a second one of the same number counts for nothing.
    mutating func returns(_ packet: PacketBuffer, at now: Instant) {
        guard let number = number(of: packet), !hasReturned[number] else { return }
        hasReturned[number] = true
        result.roundTrips.append(now - sentAt[number])
    }

    private func number(of packet: PacketBuffer) -> Int? {
        guard packet.count == Self.packetLength else { return nil }
        for index in 0..<8 where packet[index] != UInt8(truncatingIfNeeded: mark >> UInt64(8 * index)) {
            return nil
        }
        let number = Int(packet[8])
        return number < sentAt.count ? number : nil
    }
}
