/// What about a packet is drawn; each knob has random numbers of its own.
enum Knob: UInt64 {
    case loss = 1
    case burstIntervals
    case burstLoss
    case jitter
    case reordering
    case duplication
}
