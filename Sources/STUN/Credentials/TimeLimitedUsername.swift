public import SansIO

/// A user name that says until when its password holds: "<Unix time>:<user>".
///
/// draft-uberti-behave-turn-rest-00 §2.2
public struct TimeLimitedUsername: Hashable, Sendable {
    /// The first second at which the credential holds no more.
    public let expiry: UnixTime
    /// What the issuer calls the user, colons included.
    public let user: String

    /// Nil for a time before 1970 or an empty user.
    public init?(expiry: UnixTime, user: String) {
        guard expiry.seconds >= 0, !user.isEmpty else { return nil }
        self.expiry = expiry
        self.user = user
    }

    /// Reads "<Unix time>:<user>": decimal digits without sign or leading zero, a colon, a user.
    ///
    /// Strict, so that one credential has one name and counts against one quota.
    public init?(_ text: some StringProtocol) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let digits = text.utf8[..<colon]
        guard let first = digits.first, digits.count == 1 || first != UInt8(ascii: "0") else { return nil }
        var seconds: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            guard !overflow, !carry else { return nil }
            seconds = sum
        }
        self.init(
            expiry: UnixTime(seconds: seconds),
            user: String(text[text.utf8.index(after: colon)...])
        )
    }

    /// The name as it stands in USERNAME.
    public var text: String { "\(expiry.seconds):\(user)" }

    /// Whether the credential holds at `time`, clocks being apart by `skew` at most.
    public func isValid(at time: UnixTime, skew: Duration = .zero) -> Bool {
        time < expiry + skew
    }
}
