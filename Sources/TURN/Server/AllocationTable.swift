import SansIO

/// The allocations of one worker, by slot and by 5-tuple.
///
/// The slots lie in chunks that never move, so that the packet path changes an allocation where it is.
struct AllocationTable: ~Copyable {
    private static let chunkLength = 64

    private var chunks: [UnsafeMutablePointer<Allocation?>] = []
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
        for chunk in chunks {
            chunk.deinitialize(count: Self.chunkLength)
            chunk.deallocate()
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
            let chunk = UnsafeMutablePointer<Allocation?>.allocate(capacity: Self.chunkLength)
            chunk.initialize(repeating: nil, count: Self.chunkLength)
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
    mutating func insert(_ allocation: Allocation, in slot: UInt32) {
        pointer(slot).pointee = allocation
        slotOfClient.set(allocation.client, to: slot)
        for endpoint in [allocation.v4, allocation.v6] {
            if let endpoint { slotOfRelayed.set(endpoint, to: slot) }
        }
    }

    /// Takes out the allocation in `slot`, which becomes free.
    mutating func remove(_ slot: UInt32) -> Allocation? {
        guard let allocation = pointer(slot).pointee else { return nil }
        pointer(slot).pointee = nil
        slotOfClient.remove(allocation.client)
        for endpoint in [allocation.v4, allocation.v6] {
            if let endpoint { slotOfRelayed.remove(endpoint) }
        }
        freeSlots.append(slot)
        return allocation
    }

    /// Takes one of two relayed addresses off an allocation.
    mutating func removeRelayed(_ family: IPAddress.Family, of slot: UInt32) {
        guard let endpoint = pointer(slot).pointee?.relayed(family) else { return }
        slotOfRelayed.remove(endpoint)
        switch family {
        case .v4: pointer(slot).pointee?.v4 = nil
        case .v6: pointer(slot).pointee?.v6 = nil
        }
    }

    /// The slots in use.
    var slots: [UInt32] {
        (0..<UInt32(chunks.count * Self.chunkLength)).filter { pointer($0).pointee != nil }
    }

    /// The allocation in `slot`, to be read or changed in place.
    subscript(slot: UInt32) -> Allocation? {
        unsafeAddress { UnsafePointer(pointer(slot)) }
        unsafeMutableAddress { pointer(slot) }
    }

    private func pointer(_ slot: UInt32) -> UnsafeMutablePointer<Allocation?> {
        chunks[Int(slot) / Self.chunkLength] + Int(slot) % Self.chunkLength
    }
}
