/// What a NAT made of a packet.
public enum Translation: Hashable, Sendable {
    /// It goes on to the outside, as this flow.
    case outside(FlowKey)
    /// It goes on to an inside host, as this flow: from outside, or hairpinned.
    case inside(FlowKey)
    case dropped(NATDrop)
}
