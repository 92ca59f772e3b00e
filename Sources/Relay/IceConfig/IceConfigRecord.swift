import Cryptography
import SansIO

/// What the log has of a request for credentials.
struct IceConfigRecord: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case minted(UserID)
        /// The relay has no secret: STUN alone was told.
        case withoutTURN(UserID)
        case limited(UserID)
        case refused(String)
    }

    let outcome: Outcome
    let client: IPAddress

    init(_ outcome: Outcome, _ client: IPAddress) {
        self.outcome = outcome
        self.client = client
    }
}
