/// What a path between a client and the server does to packets.
struct PathConditions {
    /// The share of datagrams that are lost, in each direction.
    var loss = 0.0
    /// The share of datagrams that arrive twice.
    var duplication = 0.0
    /// The time on the way; with `jitter` datagrams overtake each other.
    var delay = Duration.milliseconds(10)
    var jitter = Duration.zero
    /// Whether streams are cut anywhere.
    var cutsStreams = true
}
