import SansIO

/// What was decided about packets whose first fragment has passed, for the fragments that follow.
///
/// Only the first fragment has ports. Fragments that come before it find nothing ("Received Fragments
/// Ordered", RFC 4787 §11). A fixed number is remembered, the oldest is forgotten first.
struct FragmentTable<Value: BitwiseCopyable>: ~Copyable {
    private struct Entry {
        var key: FragmentKey
        var expiry: Instant
        var value: Value
    }

    /// How long the fragments of one packet may be apart; hosts wait 60 s (RFC 8200 §4.5), rarely less.
    private static var lifetime: Duration { .seconds(60) }

    private let capacity: Int
    private var entries: [Entry] = []
    private var oldest = 0
    private var indices: FlatTable<FragmentKey, Int>

    init(capacity: Int, seed: UInt64) {
        self.capacity = max(1, capacity)
        indices = FlatTable(minimumCapacity: self.capacity, seed: seed)
    }

    /// What was decided about the first fragment; nil when it was not seen lately.
    func value(for key: FragmentKey, at now: Instant) -> Value? {
        guard let index = indices[key], entries[index].expiry > now else { return nil }
        return entries[index].value
    }

    mutating func set(_ key: FragmentKey, to value: Value, at now: Instant) {
        let entry = Entry(key: key, expiry: now + Self.lifetime, value: value)
        if let index = indices[key] {
            entries[index] = entry
        } else if entries.count < capacity {
            indices.set(key, to: entries.count)
            entries.append(entry)
        } else {
            indices.remove(entries[oldest].key)
            indices.set(key, to: oldest)
            entries[oldest] = entry
            oldest = (oldest + 1) % capacity
        }
    }
}
