/// The few values of ASN.1's distinguished encoding that public keys and ECDSA signatures are made of.
///
/// ITU-T X.690
enum DERValue {
    /// A number without a sign, its most significant byte first.
    static func integer(_ magnitude: some Sequence<UInt8>) -> [UInt8] {
        var bytes = Array(magnitude.drop { $0 == 0 })
        if bytes.first.map({ $0 >= 0x80 }) ?? true { bytes.insert(0, at: 0) }
        return value(tag: 0x02, bytes)
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { value(tag: 0x30, Array(parts.joined())) }

    static func bitString(_ bytes: [UInt8]) -> [UInt8] { value(tag: 0x03, [0] + bytes) }

    private static func value(tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        [tag] + length(contents.count) + contents
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        var digits: [UInt8] = []
        var rest = count
        while rest > 0 {
            digits.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(digits.count)] + digits
    }
}
