public import STUN

/// The user name and password that a client proves itself with.
///
/// RFC 8489 §9.2. Its text shows nothing of the password.
public struct LongTermCredential: Hashable, Sendable {
    public let username: Username
    public let password: String

    public init(username: Username, password: String) {
        self.username = username
        self.password = password
    }

    /// A time-limited credential; nil when its user name is none that STUN can carry.
    public init?(_ credential: TimeLimitedCredential) {
        guard let username = Username(credential.username.text) else { return nil }
        self.init(username: username, password: credential.password)
    }
}

extension LongTermCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The user name alone.
    public var description: String { "\(username.text) (password redacted)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["username": username.text]) }
}
