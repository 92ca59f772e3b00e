/// How often something happens: a share from 0 to 1, held in steps of 2^-64.
public struct Probability: Hashable, Sendable, BitwiseCopyable {
    public static let never = Probability(threshold: 0)
    public static let always = Probability(threshold: .max)

    /// A draw below this is a hit; the greatest value means every draw.
    private let threshold: UInt64

    private init(threshold: UInt64) {
        self.threshold = threshold
    }

    /// A share from 0 to 1; nil for anything else.
    public init?(_ share: Double) {
        guard share >= 0, share <= 1 else { return nil }
        let scaled = share * 0x1p64
        threshold = scaled < 0x1p64 ? UInt64(scaled) : .max
    }

    /// A share in percent, from 0 to 100; nil for anything else.
    public init?(percent: Double) {
        self.init(percent / 100)
    }

    /// The share from 0 to 1.
    public var share: Double { threshold == .max ? 1 : Double(threshold) / 0x1p64 }

    /// Whether a uniformly drawn number is a hit.
    func isHit(by draw: UInt64) -> Bool {
        draw < threshold || threshold == .max
    }
}
