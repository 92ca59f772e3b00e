internal import Cryptography
public import SansIO

/// Whether a nonce may be used.
public enum NonceVerdict: Hashable, Sendable, BitwiseCopyable {
    case fresh
    /// Too old, for another client, or not one of ours: the client gets a new one with a 438.
    case stale
}

/// Makes nonces and recognises them without remembering any.
///
/// RFC 8489 §9.2: a nonce is bound to the client's address and port. It is issued under the first key and
/// accepted under any, so that several servers behind one name accept each other's and secrets can be
/// replaced. 25 bytes, because every byte of a 401 can be aimed at a third party:
///
///     "obMatJos2" | 4 base64 digits: features | 12 base64url digits: 16-bit time, 56-bit code
///
/// The time counts 16 seconds. The code covers the whole time, so that a nonce is not fresh again when
/// the 16 bits have gone round after 12 days.
public struct NonceIssuer: Sendable {
    /// Bytes of a nonce.
    public static let nonceLength = 25
    private static let unit: Int64 = 16
    private static let codeLength = 7
    /// How far the clock of another server may be ahead, in units.
    private static let toleratedLead: UInt16 = 2

    private let keys: [[UInt8]]
    private let lifetimeUnits: UInt16
    private let prefix: [UInt8]

    /// An issuer with at least one key.
    ///
    /// The lifetime is counted in steps of 16 seconds, rounded up, up to 6 days.
    public init(keys: [[UInt8]], lifetime: Duration, features: SecurityFeatures) {
        precondition(!keys.isEmpty, "nonces need a key")
        self.keys = keys
        lifetimeUnits = UInt16(clamping: min((Int64(lifetime.secondsRoundedUp) + 15) / Self.unit, 0x7FFF))
        prefix = features.noncePrefix
    }

    /// An issuer whose keys are derived from the relay's secrets.
    public init(secrets: [SharedSecret], lifetime: Duration, features: SecurityFeatures) {
        self.init(
            keys: secrets.map { $0.key(for: "castlab nonce") },
            lifetime: lifetime,
            features: features
        )
    }

    /// A nonce for one client: `nonceLength` ASCII characters.
    public func issue(to client: Endpoint, at time: UnixTime) -> [UInt8] {
        let units = Self.units(time)
        var bytes = [UInt8(truncatingIfNeeded: units >> 8), UInt8(truncatingIfNeeded: units)]
        bytes += code(for: client, units: units, key: keys[0])
        return prefix + Base64.encodeBytes(bytes.span, alphabet: .urlSafe)
    }

    /// Whether we or a server with one of our keys issued `nonce` to this client, lately.
    ///
    /// Takes constant time with respect to what the code should be.
    public func check(_ nonce: Span<UInt8>, from client: Endpoint, at time: UnixTime) -> NonceVerdict {
        guard nonce.count == Self.nonceLength,
            ConstantTime.equal(nonce.extracting(0..<prefix.count), prefix.span),
            let bytes = Base64.decode(nonce.extracting(prefix.count..<nonce.count), alphabet: .urlSafe)
        else { return .stale }
        let now = Self.units(time)
        let stamp = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        // Counted from the earliest time that could be ahead, so that one subtraction serves both sides.
        let age = UInt16(truncatingIfNeeded: now) &+ Self.toleratedLead &- stamp
        guard age <= lifetimeUnits &+ Self.toleratedLead else { return .stale }
        let issued = now &+ UInt64(Self.toleratedLead) &- UInt64(age)
        var isOurs = false
        for key in keys {
            let expected = code(for: client, units: issued, key: key)
            if ConstantTime.equal(expected.span, bytes.span.extracting(2..<bytes.count)) { isOurs = true }
        }
        return isOurs ? .fresh : .stale
    }

    private static func units(_ time: UnixTime) -> UInt64 {
        UInt64(max(0, time.seconds) / unit)
    }

    private func code(for client: Endpoint, units: UInt64, key: [UInt8]) -> [UInt8] {
        var text = AttributeWriter(transactionID: TransactionID(0, 0), bytes: prefix)
        text.append(units)
        text.append(client.address.family.rawValue)
        text.append(client.address.high)
        text.append(client.address.low)
        text.append(client.port)
        return Array(HMAC.sha256(text.bytes.span, key: key.span).prefix(Self.codeLength))
    }
}
