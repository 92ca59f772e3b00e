/// What became of a packet that was offered to a link.
public enum Fate: Hashable, Sendable {
    /// The link has it and will give it back: delivered, or dropped later.
    case accepted
    /// The link does not want it; it is still its owner's.
    case dropped(DropReason)
}
