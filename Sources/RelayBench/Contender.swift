/// Whose figures are taken.
enum Contender: String, CaseIterable, Sendable {
    case castrelay
    /// What it is compared with: see `Rival`.
    case rival
    /// No server: clients and peers at the two ends of one virtual cable, to tell what the generator and the
    /// path cost by themselves.
    case direct

    static let servers = [Contender.castrelay, .rival]
}
