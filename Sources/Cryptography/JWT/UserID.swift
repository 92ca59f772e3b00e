/// A user of the product: a UUID in lower case, as Supabase Auth writes it.
public struct UserID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Takes 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12; nil for other text.
    public init?(_ text: some StringProtocol) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
            groups.allSatisfy({ $0.utf8.allSatisfy(Self.isHexadecimal) })
        else { return nil }
        description = text.lowercased()
    }

    private static func isHexadecimal(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
