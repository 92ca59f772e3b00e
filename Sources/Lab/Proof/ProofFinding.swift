/// One property of a network that was measured before use: what was asked for and what was found.
public struct ProofFinding: Hashable, Sendable, Encodable {
    /// Whose property it is: a router, or the path of a host.
    public var place: String
    /// Such as "mapping".
    public var property: String
    public var asked: String
    public var found: String
    public var holds: Bool

    init(_ place: String, _ property: String, asked: String, found: String, holds: Bool) {
        self.place = place
        self.property = property
        self.asked = asked
        self.found = found
        self.holds = holds
    }

    /// A property that is one of several words; a value that could not be told does not hold.
    init<Word: RawRepresentable<String> & Equatable>(
        _ place: String,
        _ property: String,
        asked: Word,
        found: Word?
    ) {
        self.init(
            place,
            property,
            asked: asked.rawValue,
            found: found?.rawValue ?? "could not be told",
            holds: asked == found
        )
    }

    /// As in "home-a: mapping is address-dependent, not endpoint-independent".
    public var sentence: String {
        holds ? "\(place): \(property) is \(found)" : "\(place): \(property) is \(found), not \(asked)"
    }
}
