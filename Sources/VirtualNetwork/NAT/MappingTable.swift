import SansIO

/// The mappings of a NAT, found from both sides, and how many sessions keep each alive.
struct MappingTable: ~Copyable {
    private struct Slot {
        var mapping: Mapping
        /// 0 in a free slot.
        var sessionCount: UInt32
    }

    private var slots: [Slot] = []
    private var freeSlots: [UInt32] = []
    private var byInternal: FlatTable<FlowKey, UInt32>
    private var byExternal: FlatTable<FlowKey, UInt32>
    private var countByHost: FlatTable<HostKey, UInt32>

    init(seed: UInt64) {
        byInternal = FlatTable(seed: seed)
        byExternal = FlatTable(seed: seed)
        countByHost = FlatTable(seed: seed)
    }

    var count: Int { byInternal.count }

    /// All mappings, in no order: for people, not for packets.
    var all: [Mapping] { slots.filter { $0.sessionCount > 0 }.map(\.mapping) }

    subscript(index: UInt32) -> Mapping { slots[Int(index)].mapping }

    /// The number of mappings that an inside address has.
    func count(of host: IPAddress) -> Int { Int(countByHost[HostKey(address: host)] ?? 0) }

    /// The mapping that an outbound packet uses; `key` is narrowed by the mapping behaviour.
    func index(internal key: FlowKey) -> UInt32? { byInternal[key] }

    /// The mapping that has this external endpoint.
    func index(external: Endpoint, _ protocol: IPProtocol) -> UInt32? {
        byExternal[Mapping.externalKey(`protocol`, external)]
    }

    /// Adds a mapping that its first session keeps alive.
    mutating func insert(_ mapping: Mapping) -> UInt32 {
        let slot = Slot(mapping: mapping, sessionCount: 0)
        let index: UInt32
        if let free = freeSlots.popLast() {
            index = free
            slots[Int(free)] = slot
        } else {
            index = UInt32(slots.count)
            slots.append(slot)
        }
        byInternal.set(mapping.internalKey, to: index)
        byExternal.set(mapping.externalKey, to: index)
        let host = HostKey(address: mapping.internal.address)
        countByHost.set(host, to: (countByHost[host] ?? 0) + 1)
        return index
    }

    func hasNoSession(_ index: UInt32) -> Bool { slots[Int(index)].sessionCount == 0 }

    mutating func addSession(to index: UInt32) {
        slots[Int(index)].sessionCount += 1
    }

    /// Takes a session away; whether the mapping has no other and has to go.
    mutating func removeSession(from index: UInt32) -> Bool {
        slots[Int(index)].sessionCount -= 1
        return slots[Int(index)].sessionCount == 0
    }

    mutating func remove(_ index: UInt32) {
        let mapping = slots[Int(index)].mapping
        slots[Int(index)].sessionCount = 0
        freeSlots.append(index)
        byInternal.remove(mapping.internalKey)
        byExternal.remove(mapping.externalKey)
        let host = HostKey(address: mapping.internal.address)
        let left = (countByHost[host] ?? 1) - 1
        if left == 0 { countByHost.remove(host) } else { countByHost.set(host, to: left) }
    }
}
