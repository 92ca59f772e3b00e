/// What one direction of a link does to the packets that cross it.
///
/// The stages, in the order in which a packet meets them: MTU, blackhole, bursts, loss, queue and rate,
/// delay and jitter, reordering, duplication. Every draw depends on the seed, the link, the direction, the
/// knob and the packet's number alone, so that a change of one knob changes the fate of no packet at
/// another. Times below zero count as zero.
public struct LinkConditions: Hashable, Sendable {
    /// By how much a packet's delay differs from the next one's.
    public enum Jitter: Hashable, Sendable {
        case none
        /// Uniform, up to so much less or more.
        case uniform(Duration)
        /// Normal, with this standard deviation, and no more than six of them.
        case normal(Duration)
    }

    /// Packets that arrive later than those behind them.
    public struct Reordering: Hashable, Sendable {
        /// How many packets are held back.
        public var share: Probability
        /// How much longer they take.
        public var extraDelay: Duration

        public init(_ share: Probability, extraDelay: Duration) {
            self.share = share
            self.extraDelay = extraDelay
        }
    }

    /// The longest packet that fits.
    public struct MTU: Hashable, Sendable {
        /// In bytes, the IP header included.
        public var bytes: Int
        /// Whether the router in front of the link tells the sender, or drops in silence: the blackhole of
        /// path MTU discovery (RFC 2923 §2.1).
        public var isReported: Bool

        public init(_ bytes: Int, isReported: Bool = true) {
            self.bytes = bytes
            self.isReported = isReported
        }
    }

    /// How long a packet travels after it was sent.
    public var delay: Duration = .zero
    /// What is added to the delay or taken from it; a packet never arrives before the one in front of it,
    /// which makes the mean delay longer when the jitter exceeds the distance between packets.
    public var jitter: Jitter = .none
    /// Which packets overtake nevertheless; nil for none.
    public var reordering: Reordering?
    /// How many packets are lost, each on its own.
    public var loss: Probability = .never
    /// Losses that come in bursts; nil for none.
    public var bursts: LossBursts?
    /// How many packets arrive twice.
    public var duplication: Probability = .never
    public var rate: LinkRate = .unlimited
    public var queue = LinkQueue()
    /// The longest packet that fits; nil for any.
    public var mtu: MTU?

    /// A link that loses, delays and changes nothing.
    public init() {}
}
