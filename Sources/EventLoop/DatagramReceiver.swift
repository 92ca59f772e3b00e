internal import CLinux
internal import Glibc
public import SansIO

/// Takes batches of datagrams from UDP sockets into memory of its own, made once.
///
/// Packets are views into that memory, with `PacketBuffer.headroom` in front: they are valid until the next
/// `receive`. A datagram greater than a slot is counted and left out. Receiving allocates nothing.
public final class DatagramReceiver {
    /// How many datagrams one `receive` takes at most.
    public let slotCount: Int
    /// Datagrams that were greater than a slot, and left out.
    public private(set) var truncatedCount: UInt64 = 0

    private let slab: PacketSlab
    private let messages: UnsafeMutablePointer<clx_message>
    private let pieces: UnsafeMutablePointer<clx_piece>
    private let addresses: UnsafeMutablePointer<clx_address>
    /// The slots of the last batch that hold a whole datagram, in the order of arrival.
    private let whole: UnsafeMutablePointer<Int32>
    private var wholeCount = 0
    private var filledCount = 0

    /// Room for `slotCount` datagrams of at most `capacity` bytes.
    public init(slotCount: Int = 64, capacity: Int = 9_000) {
        precondition((1...1_024).contains(slotCount))
        self.slotCount = slotCount
        slab = PacketSlab(slotCount: slotCount, capacity: capacity)
        messages = .allocate(capacity: slotCount)
        pieces = .allocate(capacity: slotCount)
        addresses = .allocate(capacity: slotCount)
        whole = .allocate(capacity: slotCount)
        addresses.initialize(repeating: clx_address(), count: slotCount)
        whole.initialize(repeating: 0, count: slotCount)
        for slot in 0..<slotCount {
            let packet = slab.packet(slot, count: 0)
            let start = packet.base + packet.range.lowerBound
            (pieces + slot).initialize(to: clx_piece(bytes: start, count: capacity))
            var message = clx_message()
            message.address = addresses + slot
            message.address_length = Self.addressLength
            message.pieces = pieces + slot
            message.piece_count = 1
            (messages + slot).initialize(to: message)
        }
    }

    deinit {
        messages.deallocate()
        pieces.deallocate()
        addresses.deallocate()
        whole.deallocate()
    }

    private static let addressLength = UInt32(MemoryLayout<clx_address>.size)

    /// Takes what has arrived; returns how many packets there are, 0 when nothing waits.
    ///
    /// `mayHoldMore` tells whether the socket should be read again. An ICMP error that waits on the socket
    /// is passed over: it stays in the error queue, where that was asked for.
    public func receive(from socket: UDPSocket) -> Int {
        for slot in 0..<filledCount { messages[slot].address_length = Self.addressLength }
        (wholeCount, filledCount) = (0, 0)
        for _ in 0..<Self.attempts {
            switch SystemCall.linux({ clx_recvmmsg(socket.fileDescriptor, messages, UInt32(slotCount)) }) {
            case .value(let count):
                filledCount = count
                keepWhole()
                return wholeCount
            case .wouldBlock:
                return 0
            case .failure:
                continue
            }
        }
        return 0
    }

    /// Tries per call: each failure takes one pending error off the socket.
    private static let attempts = 4

    private func keepWhole() {
        for slot in 0..<filledCount {
            if messages[slot].flags & Int32(MSG_TRUNC) != 0 {
                truncatedCount += 1
            } else if SocketAddress.read(addresses + slot) != nil {
                whole[wholeCount] = Int32(slot)
                wholeCount += 1
            }
        }
    }

    /// Whether the last batch filled every slot.
    public var mayHoldMore: Bool { filledCount == slotCount }

    /// The packet at `index` of the last batch.
    public func packet(_ index: Int) -> PacketBuffer {
        precondition(index >= 0 && index < wholeCount)
        let slot = Int(whole[index])
        return slab.packet(slot, count: Int(messages[slot].length))
    }

    /// Who sent the packet at `index` of the last batch.
    public func source(_ index: Int) -> Endpoint {
        precondition(index >= 0 && index < wholeCount)
        guard let endpoint = SocketAddress.read(addresses + Int(whole[index])) else {
            preconditionFailure("only packets from IP endpoints are kept")
        }
        return endpoint
    }
}
