public import SansIO

/// What a believed token says of its bearer.
public struct TokenClaims: Hashable, Sendable {
    public var user: UserID
    public var expiry: UnixTime
    /// Signed in without a mail address or a phone number, as the iPad is.
    public var isAnonymous: Bool

    public init(user: UserID, expiry: UnixTime, isAnonymous: Bool) {
        self.user = user
        self.expiry = expiry
        self.isAnonymous = isAnonymous
    }
}
