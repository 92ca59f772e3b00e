/// How fast a link sends, counted in bytes of IP packets.
public enum LinkRate: Hashable, Sendable {
    /// Every packet leaves when it comes.
    case unlimited
    /// So many bits a second; with 0 nothing leaves and everything waits.
    case bitsPerSecond(UInt64)
    /// As a recorded trace has it, from the link's start on, again and again.
    case trace(DeliveryTrace)
}
