public import SansIO

/// What a TLS server shows to prove who it is, and what is to be said of it.
///
/// The three questions (chain, time, name) are answered each by itself, so that one fault hides no other.
public struct CertificateReport: Hashable, Sendable {
    /// One certificate.
    public struct Certificate: Hashable, Sendable {
        /// The common name, or what else there is to call its owner.
        public var subject: String
        public var issuer: String
        /// DNS names and IP addresses that it is for.
        public var names: [String]
        public var validFrom: UnixTime
        /// The first second at which it is no longer valid.
        public var validUntil: UnixTime
        public var isSelfSigned: Bool

        public init(
            subject: String,
            issuer: String,
            names: [String],
            validFrom: UnixTime,
            validUntil: UnixTime,
            isSelfSigned: Bool
        ) {
            self.subject = subject
            self.issuer = issuer
            self.names = names
            self.validFrom = validFrom
            self.validUntil = validUntil
            self.isSelfSigned = isSelfSigned
        }
    }

    /// Whether the chain leads to an authority that is believed, whatever the time.
    public enum Trust: Hashable, Sendable {
        /// It does; the authority is called so.
        case trusted(root: String)
        /// The certificate vouches for itself.
        case selfSigned
        /// The chain ends at an authority of its own, which is not among those that are believed.
        case unknownRoot(String)
        /// Who issued the last certificate is neither sent nor known.
        case issuerMissing(String)
        /// Any other reason, in OpenSSL's words.
        case refused(String)
    }

    /// As the server sent them, its own first.
    public var sent: [Certificate]
    public var trust: Trust
    /// Whether the server's own certificate is for the name that was asked for.
    public var matchesName: Bool
    /// "TLSv1.3" or "TLSv1.2".
    public var version: String

    public init(sent: [Certificate], trust: Trust, matchesName: Bool, version: String) {
        self.sent = sent
        self.trust = trust
        self.matchesName = matchesName
        self.version = version
    }
}
