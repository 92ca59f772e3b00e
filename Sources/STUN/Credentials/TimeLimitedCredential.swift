/// A user name and the password that belongs to it until the time the name states.
///
/// draft-uberti-behave-turn-rest-00 §2.2: what an issuer hands to a WebRTC client.
public struct TimeLimitedCredential: Hashable, Sendable {
    public let username: TimeLimitedUsername
    public let password: String

    /// The credential that everybody with this secret would make.
    public init(_ username: TimeLimitedUsername, secret: SharedSecret) {
        self.username = username
        password = secret.password(for: username.text)
    }
}

extension TimeLimitedCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The user name alone.
    public var description: String { "\(username.text) (password redacted)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["username": username.text]) }
}
