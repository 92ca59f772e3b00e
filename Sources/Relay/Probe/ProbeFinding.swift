import SansIO

/// One leg with what is to be said of it.
struct ProbeFinding: Hashable, Sendable {
    var leg: ProbeLeg
    /// The host that it is about, as it was given.
    var host: String
    /// The server's address that it was tried with.
    var address: IPAddress?
    var judgement: ProbeJudgement
    var elapsed: Duration?

    var outcome: ProbeJudgement.Outcome { judgement.outcome }
}
