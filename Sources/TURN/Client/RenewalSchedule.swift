import SansIO

/// When what the server gave is asked for again.
///
/// Everything counts from the moment the request was first sent, which lies before the moment from which the
/// server counts. No jitter: one client, one order of events.
enum RenewalSchedule {
    /// Permissions last 300 s (RFC 8656 §9); the 60 s left are enough for every repetition of one request.
    static let permission = Duration.seconds(240)
    /// Channels last 600 s, but a ChannelBind renews the permission as well, and that one lasts 300 s.
    static let channel = Duration.seconds(240)

    /// The time from a grant to the Refresh: 60 s or an eighth before the end, whichever is more; for lifetimes
    /// up to two minutes half of it.
    static func refresh(of lifetime: Duration) -> Duration {
        max(lifetime - max(.seconds(60), lifetime / 8), lifetime / 2)
    }
}
