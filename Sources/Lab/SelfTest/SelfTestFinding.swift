/// One measurement of what the machine's networks are worth: what was asked for, what came, and whether that is
/// good enough.
public struct SelfTestFinding: Hashable, Sendable, Encodable {
    public var name: String
    public var asked: String
    public var found: String
    public var holds: Bool

    public init(_ name: String, asked: String, found: String, holds: Bool) {
        self.name = name
        self.asked = asked
        self.found = found
        self.holds = holds
    }
}
