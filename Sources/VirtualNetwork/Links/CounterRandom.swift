/// Random numbers that are looked up by a number instead of drawn in a row.
///
/// The value depends on the key (seed, link, direction, knob) and on the index alone, so that no draw moves
/// another. The mixing is that of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), twice, keyed in between.
struct CounterRandom {
    private let first: UInt64
    private let second: UInt64

    init(seed: UInt64, link: UInt64, direction: LinkDirection, knob: Knob) {
        var key = Self.mix(seed &+ Self.step)
        key = Self.mix(key ^ link)
        key = Self.mix(key ^ (knob.rawValue << 8 | UInt64(direction.rawValue)))
        first = key
        second = Self.mix(key &+ Self.step)
    }

    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    static func mix(_ word: UInt64) -> UInt64 {
        var mixed = word
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The number of this index.
    subscript(index: UInt64) -> UInt64 {
        Self.mix(Self.mix(index &* Self.step &+ first) ^ second)
    }

    /// A row of numbers that belongs to this index, for what needs more than one.
    func row(_ index: UInt64) -> Row { Row(state: self[index]) }

    struct Row {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= CounterRandom.step
            return CounterRandom.mix(state)
        }
    }
}
