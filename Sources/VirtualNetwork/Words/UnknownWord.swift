import SansIO

/// A word that names none of the choices there are.
public struct UnknownWord: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was to be chosen: "NAT mapping".
    public let subject: String
    /// What stood there.
    public let word: String
    /// What could have stood there.
    public let accepted: [String]

    public init(_ word: String, for subject: String, accepted: [String]) {
        self.subject = subject
        self.word = word
        self.accepted = accepted
    }

    public var description: String {
        let guess = NearestName.match(for: word, among: accepted).map { ", did you mean \"\($0)\"?" } ?? ""
        return "unknown \(subject) \"\(word)\"\(guess) (accepted: \(accepted.joined(separator: ", ")))"
    }
}
