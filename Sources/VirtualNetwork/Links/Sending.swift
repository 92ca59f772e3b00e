/// The packet that is being sent.
struct Sending {
    let packet: HeldPacket
    /// What was to do when it began, or when the rate last changed.
    let work: UInt64
    /// When it will have been sent; `.never` while the link stands still.
    let finish: Nanoseconds
}
