/// One thing about the network that a host is in, and what it means for a call.
public struct NetworkFinding: Hashable, Sendable, Encodable {
    /// How good it is.
    public enum Grade: String, Hashable, Sendable, Encodable, CaseIterable {
        case good
        /// Calls work, with something to know.
        case notice
        /// Calls fail, or are relayed that need not be.
        case problem
    }

    /// What it is about, such as "mapping".
    public var subject: String
    public var grade: Grade
    /// What was found.
    public var found: String
    /// What that means for a call, and what to do; empty where nothing is to be said.
    public var meaning: String

    public init(_ subject: String, _ grade: Grade, _ found: String, _ meaning: String = "") {
        self.subject = subject
        self.grade = grade
        self.found = found
        self.meaning = meaning
    }
}
