internal import CLinux
internal import Glibc
public import SansIO

/// Takes batches of datagrams from UDP sockets into memory of its own, made once.
///
/// Packets are views into that memory, with `PacketBuffer.headroom` in front. A datagram greater than a slot is
/// counted and left out. Receiving allocates nothing.
///
/// From a socket that coalesces (`UDPSocket.Options.coalesces`) a slot may take many datagrams of one flow in a
/// row. They lie without a gap then, and each is copied, when it is asked for, to where it has its headroom.
public final class DatagramReceiver {
    /// The longest datagram that may come coalesced with others: one of a path with jumbo frames.
    public static let longestSegment = 9_000

    /// How many slots there are: as many datagrams, or runs of coalesced ones, one `receive` takes at most.
    public let slotCount: Int
    /// How many copies of coalesced datagrams there can be at once.
    public let copyCount: Int
    /// Copies that can be made before `reuseCopies`; after that the oldest would make way for the next.
    public private(set) var freeCopyCount: Int
    /// Datagrams that were greater than a slot, and left out.
    public private(set) var truncatedCount: UInt64 = 0
    /// The packets that were received since `reset`.
    public private(set) var packetCount = 0
    /// Whether the last call filled every slot that was free.
    public private(set) var mayHoldMore = false

    /// Where a packet lies: in which slot, and where in it.
    private struct Place {
        var slot: Int32
        var offset: Int32
        var count: Int32
        /// Whether others lie in the same slot.
        var isCoalesced: Bool
    }

    private let slab: PacketSlab
    private let copies: PacketSlab
    private let messages: UnsafeMutablePointer<clx_message>
    private let pieces: UnsafeMutablePointer<clx_piece>
    private let addresses: UnsafeMutablePointer<clx_address>
    private let controls: UnsafeMutablePointer<clx_segment_control>
    private let places: UnsafeMutablePointer<Place>
    private let placeCount: Int
    private var filledCount = 0

    /// Room for `slotCount` datagrams of at most `capacity` bytes.
    ///
    /// `copyCount` is 0 where no socket coalesces.
    public init(slotCount: Int = 64, capacity: Int = 9_000, copyCount: Int = 0) {
        precondition((1...1_024).contains(slotCount) && copyCount >= 0)
        self.slotCount = slotCount
        self.copyCount = copyCount
        freeCopyCount = copyCount
        slab = PacketSlab(slotCount: slotCount, capacity: capacity)
        copies = PacketSlab(slotCount: copyCount, capacity: Self.longestSegment)
        messages = .allocate(capacity: slotCount)
        pieces = .allocate(capacity: slotCount)
        addresses = .allocate(capacity: slotCount)
        controls = .allocate(capacity: slotCount)
        placeCount = copyCount > 0 ? slotCount * Self.mostSegments : slotCount
        places = .allocate(capacity: placeCount)
        addresses.initialize(repeating: clx_address(), count: slotCount)
        controls.initialize(repeating: clx_segment_control(), count: slotCount)
        for slot in 0..<slotCount {
            let packet = slab.packet(slot, count: 0)
            let start = packet.base + packet.range.lowerBound
            (pieces + slot).initialize(to: clx_piece(bytes: start, count: capacity))
            var message = clx_message()
            message.address = addresses + slot
            message.pieces = pieces + slot
            message.piece_count = 1
            message.control = copyCount > 0 ? UnsafeMutableRawPointer(controls + slot) : nil
            (messages + slot).initialize(to: message)
            prepare(slot)
        }
    }

    deinit {
        messages.deallocate()
        pieces.deallocate()
        addresses.deallocate()
        controls.deallocate()
        places.deallocate()
    }

    /// The most datagrams that the kernel puts together (UDP_MAX_SEGMENTS).
    private static let mostSegments = 128
    /// Tries per call: each failure takes one pending error off the socket.
    private static let attempts = 4

    /// The kernel overwrites how much room an address and the control messages have.
    private func prepare(_ slot: Int) {
        messages[slot].address_length = UInt32(MemoryLayout<clx_address>.size)
        if copyCount > 0 { messages[slot].control_length = MemoryLayout<clx_segment_control>.size }
    }

    /// Takes what has arrived in place of what was there; returns how many packets there are.
    ///
    /// They are valid until the next call. An ICMP error that waits on the socket is passed over: it stays in
    /// the error queue, where that was asked for.
    public func receive(from socket: UDPSocket) -> Int {
        reset()
        return receiveMore(from: socket)
    }

    /// Slots that `receiveMore` can fill.
    public var freeSlotCount: Int { slotCount - filledCount }

    /// Takes what has arrived, behind what is there; returns how many packets came in addition.
    public func receiveMore(from socket: UDPSocket) -> Int {
        let free = freeSlotCount
        mayHoldMore = false
        guard free > 0 else { return 0 }
        for _ in 0..<Self.attempts {
            let next = messages + filledCount
            switch SystemCall.linux({ clx_recvmmsg(socket.fileDescriptor, next, UInt32(free)) }) {
            case .value(let count):
                mayHoldMore = count == free
                let before = packetCount
                for slot in filledCount..<filledCount + count { keep(slot) }
                filledCount += count
                return packetCount - before
            case .wouldBlock:
                return 0
            case .failure:
                continue
            }
        }
        return 0
    }

    /// Gives all slots free; packets received before are not valid any more.
    public func reset() {
        for slot in 0..<filledCount { prepare(slot) }
        (packetCount, filledCount) = (0, 0)
        reuseCopies()
    }

    /// Copies made before are not valid any more.
    public func reuseCopies() {
        freeCopyCount = copyCount
    }

    private func keep(_ slot: Int) {
        let length = Int(messages[slot].length)
        guard messages[slot].flags & Int32(MSG_TRUNC) == 0 else {
            truncatedCount += 1
            return
        }
        guard SocketAddress.read(addresses + slot) != nil else { return }
        let segment = copyCount > 0 ? Int(clx_segment_size(messages + slot)) : 0
        guard segment > 0, segment < length else {
            add(Place(slot: Int32(slot), offset: 0, count: Int32(length), isCoalesced: false))
            return
        }
        guard segment <= Self.longestSegment else {
            truncatedCount += UInt64((length - 1) / segment + 1)
            return
        }
        for offset in stride(from: 0, to: length, by: segment) {
            let count = min(segment, length - offset)
            add(Place(slot: Int32(slot), offset: Int32(offset), count: Int32(count), isCoalesced: true))
        }
    }

    private func add(_ place: Place) {
        guard packetCount < placeCount else {
            truncatedCount += 1
            return
        }
        places[packetCount] = place
        packetCount += 1
    }

    /// The packet at `index`, counted from `reset`.
    ///
    /// One that came coalesced is a copy: see `freeCopyCount`.
    public func packet(_ index: Int) -> PacketBuffer {
        precondition(index >= 0 && index < packetCount)
        let place = places[index]
        let (offset, count) = (Int(place.offset), Int(place.count))
        guard place.isCoalesced else { return slab.packet(Int(place.slot), count: count) }
        let run = slab.packet(Int(place.slot), count: offset + count)
        if freeCopyCount == 0 { reuseCopies() }
        freeCopyCount -= 1
        let copy = copies.packet(freeCopyCount, count: count)
        (copy.base + copy.range.lowerBound).update(
            from: run.base + run.range.lowerBound + offset,
            count: count
        )
        return copy
    }

    /// Who sent the packet at `index`.
    public func source(_ index: Int) -> Endpoint {
        precondition(index >= 0 && index < packetCount)
        guard let endpoint = SocketAddress.read(addresses + Int(places[index].slot)) else {
            preconditionFailure("only packets from IP endpoints are kept")
        }
        return endpoint
    }
}
