/// A hash table on the packet path: open addressing over two plain slabs, no reference counting.
///
/// Keys and values are trivial types. Looking up allocates nothing, and is inlinable, so that other modules get
/// it specialised for their keys; inserting allocates only when the table grows. The hash is given by the key
/// (`FlatTableKey`) and mixed with a seed drawn by the owner, so that a peer who chooses its ports cannot choose
/// its slots.
public struct FlatTable<Key: FlatTableKey, Value: BitwiseCopyable>: ~Copyable {
    @usableFromInline var keys: UnsafeMutablePointer<Key>
    @usableFromInline var values: UnsafeMutablePointer<Value>
    @usableFromInline var isUsed: UnsafeMutablePointer<Bool>
    @usableFromInline var mask: Int
    @usableFromInline let seed: UInt64
    public private(set) var count = 0

    /// An empty table that holds `minimumCapacity` entries before it first grows.
    public init(minimumCapacity: Int = 16, seed: UInt64) {
        var size = 16
        while size * 3 / 4 < minimumCapacity { size *= 2 }
        (keys, values, isUsed) = Self.slabs(size)
        mask = size - 1
        self.seed = seed
    }

    deinit {
        keys.deallocate()
        values.deallocate()
        isUsed.deallocate()
    }

    private static func slabs(
        _ size: Int
    ) -> (UnsafeMutablePointer<Key>, UnsafeMutablePointer<Value>, UnsafeMutablePointer<Bool>) {
        let used = UnsafeMutablePointer<Bool>.allocate(capacity: size)
        used.initialize(repeating: false, count: size)
        return (.allocate(capacity: size), .allocate(capacity: size), used)
    }

    @inlinable func home(of key: Key) -> Int {
        var hash = key.flatHash ^ seed
        hash = (hash ^ (hash >> 32)) &* 0xD6E8_FEB8_6659_FD93
        hash ^= hash >> 32
        return Int(truncatingIfNeeded: hash) & mask
    }

    /// The value of `key`, or nil.
    @inlinable public subscript(key: Key) -> Value? {
        var index = home(of: key)
        while isUsed[index] {
            if keys[index] == key { return values[index] }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Gives `key` a value, in place of the one it had.
    public mutating func set(_ key: Key, to value: Value) {
        if (count + 1) * 4 > (mask + 1) * 3 { grow() }
        var index = home(of: key)
        while isUsed[index] {
            if keys[index] == key {
                values[index] = value
                return
            }
            index = (index + 1) & mask
        }
        keys[index] = key
        values[index] = value
        isUsed[index] = true
        count += 1
    }

    /// Removes `key` and moves the entries behind it up, so that no tombstones are left.
    public mutating func remove(_ key: Key) {
        var hole = home(of: key)
        while isUsed[hole], keys[hole] != key { hole = (hole + 1) & mask }
        guard isUsed[hole] else { return }
        count -= 1
        var next = (hole + 1) & mask
        while isUsed[next] {
            let distance = (next - home(of: keys[next])) & mask
            if distance >= (next - hole) & mask {
                keys[hole] = keys[next]
                values[hole] = values[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        isUsed[hole] = false
    }

    private mutating func grow() {
        let (oldKeys, oldValues, oldUsed, oldSize) = (keys, values, isUsed, mask + 1)
        (keys, values, isUsed) = Self.slabs(oldSize * 2)
        mask = oldSize * 2 - 1
        count = 0
        for index in 0..<oldSize where oldUsed[index] {
            set(oldKeys[index], to: oldValues[index])
        }
        oldKeys.deallocate()
        oldValues.deallocate()
        oldUsed.deallocate()
    }
}

/// A trivial key that can hash itself without the standard hasher (which costs ten times as much).
public protocol FlatTableKey: Equatable, BitwiseCopyable {
    var flatHash: UInt64 { get }
}

extension Endpoint: FlatTableKey {
    @inlinable public var flatHash: UInt64 {
        (address.high &* 0x9E37_79B9_7F4A_7C15)
            ^ (address.low &* 0xC2B2_AE3D_27D4_EB4F &+ UInt64(port) &* 0x1656_67B1_9E37_79F9)
    }
}

extension FiveTuple: FlatTableKey {
    @inlinable public var flatHash: UInt64 {
        client.flatHash ^ (server.flatHash &* 0x2545_F491_4F6C_DD1D) &+ UInt64(transport.rawValue)
    }
}
