extension ValueForm {
    /// A time such as `40ms`, `5s`, `10m`, `13h`.
    public static func duration(_ range: ClosedRange<Duration>) -> ValueForm where Value == Duration {
        ValueForm(
            accepted: "a time from \(range.lowerBound.quantityText) to \(range.upperBound.quantityText), "
                + "such as 500ms, 5s, 10m or 13h",
            placeholder: "TIME"
        ) { (text) throws(ValueHint) in
            let nanoseconds = try QuantityUnits.durations.read(text)
            guard let signed = Int64(exactly: nanoseconds), range.contains(.nanoseconds(signed)) else {
                throw .none
            }
            return .nanoseconds(signed)
        }
    }

    /// An amount of memory such as `64kB` or `1MiB`.
    public static func byteCount(_ range: ClosedRange<ByteCount>) -> ValueForm where Value == ByteCount {
        ValueForm(
            accepted: "a size from \(range.lowerBound) to \(range.upperBound), such as 64kB or 1MiB",
            placeholder: "SIZE"
        ) { (text) throws(ValueHint) in
            guard let bytes = Int(exactly: try QuantityUnits.bytes.read(text)) else { throw .none }
            guard range.contains(ByteCount(bytes: bytes)) else { throw .none }
            return ByteCount(bytes: bytes)
        }
    }

    /// A rate such as `2Mbit/s`; `2Mbit` means the same.
    public static func bitRate(_ range: ClosedRange<BitRate>) -> ValueForm where Value == BitRate {
        ValueForm(
            accepted: "a rate from \(range.lowerBound) to \(range.upperBound), such as 500kbit/s or 16Mbit/s",
            placeholder: "RATE"
        ) { (text) throws(ValueHint) in
            let rate = BitRate(bitsPerSecond: try QuantityUnits.bitsPerSecond.read(text))
            guard range.contains(rate) else { throw .none }
            return rate
        }
    }
}

extension ValueForm where Value == Double {
    /// A share such as `1%` or `0.5%`, as a fraction of one.
    public static var percentage: ValueForm {
        ValueForm(accepted: "a share from 0% to 100%, such as 0.5%", placeholder: "SHARE") {
            (text) throws(ValueHint) in
            guard text.hasSuffix("%") else { throw ValueHint("the % is missing") }
            let digits = text.dropLast()
            guard digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let number = Double(digits),
                (0...100).contains(number)
            else { throw .none }
            return number / 100
        }
    }
}

extension Duration {
    /// The time as our files write it, in the largest unit that leaves a whole number: `13h`, `500ms`.
    public var quantityText: String {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0, seconds < 9_000_000_000 else { return "\(self)" }
        return QuantityUnits.durations.text(
            UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
        )
    }
}
