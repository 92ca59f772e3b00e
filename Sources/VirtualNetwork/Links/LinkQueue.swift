/// The queue in front of a link's transmitter: how much may wait and who has to go.
///
/// It holds packets only while the link has a rate; the packet that is being sent does not count.
public struct LinkQueue: Hashable, Sendable {
    /// Which packet is dropped.
    public enum Discipline: Hashable, Sendable {
        /// The one that finds no room.
        case dropTail
        /// The ones that have waited longest, until there is room.
        case dropHead
        /// One that has waited too long for too long, when it is its turn (RFC 8289); and the one that finds
        /// no room.
        case coDel(target: Duration, interval: Duration)

        /// CoDel with the values of RFC 8289 §4.4: 5 ms and 100 ms.
        public static let coDel = Discipline.coDel(target: .milliseconds(5), interval: .milliseconds(100))
    }

    public var discipline: Discipline
    /// How many bytes may wait; nil for any number.
    public var bytes: Int?
    /// How long a packet may have to wait for its turn, told by what is before it and the link's rate; nil
    /// for any time.
    ///
    /// With a trace the rate is the trace's mean: a queue holds while the trace pauses.
    public var wait: Duration?

    public init(_ discipline: Discipline = .dropTail, bytes: Int? = nil, wait: Duration? = nil) {
        self.discipline = discipline
        self.bytes = bytes
        self.wait = wait
    }
}
