import YAML

extension ValueForm where Value == ClosedRange<UInt16> {
    /// First and last port.
    static var portRange: ValueForm {
        ValueForm(
            accepted: "two ports from 1024 to 65535, the first not above the second, such as 49152-49351",
            placeholder: "FIRST-LAST"
        ) { (text) throws(ValueHint) in
            if text.contains(":") || text.contains("..") {
                throw ValueHint("write a single dash between the two")
            }
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let first = UInt16(parts[0]), let last = UInt16(parts[1]) else {
                throw .none
            }
            guard first <= last else { throw ValueHint("did you mean \(last)-\(first)?") }
            guard first >= 1024 else { throw ValueHint("ports below 1024 belong to other services") }
            return first...last
        }
    }
}

extension ValueForm where Value == BitRate? {
    /// A rate, or 0 for none.
    static var bandwidth: ValueForm {
        let rates = ValueForm<BitRate>.bitRate(BitRate(bitsPerSecond: 64_000)...(.megabits(100_000)))
        return ValueForm(accepted: "\(rates.accepted), or 0 for no limit", placeholder: rates.placeholder) {
            (text) throws(ValueHint) in
            if text == "0" { return nil }
            do throws(ValueRefusal) {
                return try rates.read(text)
            } catch {
                throw ValueHint(error.hint)
            }
        }
    }
}

extension ValueForm where Value == String {
    /// The realm: RFC 8489 §14.9 allows fewer than 128 characters, in a quoted string.
    static var realm: ValueForm {
        ValueForm(
            accepted: "1 to 127 printable ASCII characters without quotation marks and backslashes",
            placeholder: "NAME"
        ) { (text) throws(ValueHint) in
            let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
            guard isPlain, (1...127).contains(text.utf8.count) else { throw .none }
            return text
        }
    }

    /// A file's path.
    static var path: ValueForm {
        ValueForm(accepted: "the path of a file", placeholder: "FILE") { (text) throws(ValueHint) in
            guard !text.isEmpty, !text.utf8.contains(0) else { throw .none }
            if text.hasPrefix("-----BEGIN") { throw ValueHint("give the file's path, not what it holds") }
            return text
        }
    }
}
