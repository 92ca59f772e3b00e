/// A choice that files name with one word of the field.
public protocol ConfigurationWord: CaseIterable, RawRepresentable<String>, Sendable {
    /// What is chosen, as an error says it: "NAT mapping".
    static var subject: String { get }
}

extension ConfigurationWord {
    /// The words that are accepted.
    public static var accepted: [String] { allCases.map(\.rawValue) }

    /// The choice that `word` names.
    public init(word: String) throws(UnknownWord) {
        guard let choice = Self(rawValue: word) else {
            throw UnknownWord(word, for: Self.subject, accepted: Self.accepted)
        }
        self = choice
    }
}
