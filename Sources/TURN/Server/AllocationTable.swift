import SansIO

/// The allocations of one worker, by slot and by 5-tuple.
///
/// The slots lie in chunks that never move, so that the packet path changes an allocation where it is.
struct AllocationTable: ~Copyable {
    private static let chunkLength = 64

    private struct Chunk {
        let allocations = UnsafeMutablePointer<Allocation>.allocate(capacity: AllocationTable.chunkLength)
        let isUsed = UnsafeMutablePointer<Bool>.allocate(capacity: AllocationTable.chunkLength)
    }

    private var chunks: [Chunk] = []
    private var freeSlots: [UInt32] = []
    private var slotOfClient: FlatTable<Client, UInt32>
    private var slotOfRelayed: FlatTable<Endpoint, UInt32>
    private var generation: UInt32 = 0

    /// - Parameter seed: for the hashing of 5-tuples, which clients choose.
    init(seed: UInt64) {
        slotOfClient = FlatTable(seed: seed)
        slotOfRelayed = FlatTable(seed: seed)
    }

    deinit {
        for slot in slots { self[slot]?.deinitialize(count: 1) }
        for chunk in chunks {
            chunk.allocations.deallocate()
            chunk.isUsed.deallocate()
        }
    }

    var count: Int { slotOfClient.count }

    /// The slot of the client's allocation.
    func slot(of client: Client) -> UInt32? {
        slotOfClient[client]
    }

    /// The slot of the allocation with this relayed address.
    func slot(relayed endpoint: Endpoint) -> UInt32? {
        slotOfRelayed[endpoint]
    }

    /// Takes a free slot for a request that waits for its relay ports.
    mutating func reserveSlot() -> AllocationID {
        if freeSlots.isEmpty {
            let chunk = Chunk()
            chunk.isUsed.initialize(repeating: false, count: Self.chunkLength)
            let first = UInt32(chunks.count * Self.chunkLength)
            chunks.append(chunk)
            freeSlots.append(contentsOf: (first..<first + UInt32(Self.chunkLength)).reversed())
        }
        generation &+= 1
        return AllocationID(slot: freeSlots.removeLast(), generation: generation)
    }

    /// Gives back a slot in which no allocation was put.
    mutating func releaseSlot(_ id: AllocationID) {
        freeSlots.append(id.slot)
    }

    /// Puts an allocation into the slot that was reserved for it.
    mutating func insert(_ allocation: consuming Allocation, in slot: UInt32) {
        slotOfClient.set(allocation.client, to: slot)
        for endpoint in [allocation.v4, allocation.v6] {
            if let endpoint { slotOfRelayed.set(endpoint, to: slot) }
        }
        let (chunk, index) = place(slot)
        (chunk.allocations + index).initialize(to: allocation)
        chunk.isUsed[index] = true
    }

    /// Takes out the allocation in `slot`, which becomes free.
    mutating func remove(_ slot: UInt32) -> Allocation? {
        guard let allocation = self[slot]?.move() else { return nil }
        let (chunk, index) = place(slot)
        chunk.isUsed[index] = false
        slotOfClient.remove(allocation.client)
        for endpoint in [allocation.v4, allocation.v6] {
            if let endpoint { slotOfRelayed.remove(endpoint) }
        }
        freeSlots.append(slot)
        return allocation
    }

    /// Takes one of two relayed addresses off an allocation.
    mutating func removeRelayed(_ family: IPAddress.Family, of slot: UInt32) {
        guard let allocation = self[slot], let endpoint = allocation.pointee.relayed(family) else { return }
        slotOfRelayed.remove(endpoint)
        switch family {
        case .v4: allocation.pointee.v4 = nil
        case .v6: allocation.pointee.v6 = nil
        }
    }

    /// The slots in use.
    var slots: [UInt32] {
        (0..<UInt32(chunks.count * Self.chunkLength)).filter { self[$0] != nil }
    }

    /// The allocation in `slot`, to be read or changed where it lies; nil when the slot is free.
    ///
    /// A pointer, because an optional value would be copied, with all it holds, for every look at it. It is
    /// good until the allocation is removed.
    subscript(slot: UInt32) -> UnsafeMutablePointer<Allocation>? {
        let (chunk, index) = place(slot)
        return chunk.isUsed[index] ? chunk.allocations + index : nil
    }

    private func place(_ slot: UInt32) -> (Chunk, Int) {
        (chunks[Int(slot) / Self.chunkLength], Int(slot) % Self.chunkLength)
    }
}
