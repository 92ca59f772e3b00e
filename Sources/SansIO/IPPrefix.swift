/// A block of addresses, such as 198.18.0.0/15.
public struct IPPrefix: Hashable, Sendable, CustomStringConvertible {
    /// The first address of the block.
    public let address: IPAddress
    /// How many leading bits all addresses of the block share.
    public let length: Int

    /// The block of all addresses that share the first `length` bits with `address`; nil when the length
    /// is not one for the family.
    public init?(_ address: IPAddress, length: Int) {
        guard (0...address.family.bitCount).contains(length) else { return nil }
        let (high, low) = Self.mask(address.family, length)
        self.address =
            address.family == .v4
            ? IPAddress(v4: UInt32(truncatingIfNeeded: address.low & low))
            : IPAddress(v6: address.high & high, address.low & low)
        self.length = length
    }

    /// "ADDRESS/LENGTH", or one address alone; bits beyond the length must be 0.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(parts[0]) else { return nil }
        var length = address.family.bitCount
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let given = Int(parts[1])
            else { return nil }
            length = given
        }
        guard let prefix = IPPrefix(address, length: length), prefix.address == address else { return nil }
        self = prefix
    }

    /// Whether `candidate` lies in the block; an address of the other family never does.
    public func contains(_ candidate: IPAddress) -> Bool {
        guard candidate.family == address.family else { return false }
        let (high, low) = (candidate.high ^ address.high, candidate.low ^ address.low)
        if address.family == .v4 { return low >> UInt64(32 - length) == 0 }
        return length <= 64 ? high >> UInt64(64 - length) == 0 : high == 0 && low >> UInt64(128 - length) == 0
    }

    public var description: String { "\(address)/\(length)" }

    private static func mask(_ family: IPAddress.Family, _ length: Int) -> (high: UInt64, low: UInt64) {
        switch family {
        case .v4: (0, length == 0 ? 0 : UInt64(UInt32.max << UInt32(32 - length)))
        case .v6:
            (
                length == 0 ? 0 : length >= 64 ? .max : .max << UInt64(64 - length),
                length <= 64 ? 0 : .max << UInt64(128 - length)
            )
        }
    }
}
