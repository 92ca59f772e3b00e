/// Why a link did not carry a packet.
public enum DropReason: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// Nobody is connected at the other end.
    case carrierLost
    /// It exceeds the MTU, and its sender is to be told.
    case tooBig
    /// It exceeds the MTU, and nobody is told.
    case tooBigInSilence
    /// The path swallows everything.
    case blackhole
    /// It came in a bad interval (or, if that was asked for, in a good one of the same model).
    case burst
    /// It was lost on its own.
    case loss
    /// The queue's bytes were used up.
    case queueBytes
    /// The queue's time was used up.
    case queueWait
    /// It had waited longer than CoDel lets packets wait.
    case coDel
    /// The link's own memory was used up: nobody asked for this, and a run in which it happens is not valid.
    case outOfMemory
}
