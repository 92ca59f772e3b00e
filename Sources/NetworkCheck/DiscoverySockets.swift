/// Which socket of a discovery is for what.
///
/// A fresh one for each question, since a NAT remembers what was asked before.
enum DiscoverySockets {
    static let first = 0
    static let mapping = 1..<9
    /// Asks for an answer from the other address and port.
    static let filterAny = 9
    /// Asks for an answer from the other port.
    static let filterPort = 10
    static let hairpin = (near: 11, far: 12)
    /// Has a packet sent to the port of the next one, which has sent nothing so far.
    static let raceCaller = 13
    static let race = 14
    /// Pairs of neighbours, an even port first.
    static let ports = 15..<39
    static let count = 39
}
