extension IPAddress: CustomStringConvertible {
    /// An address as RFC 5952 and dotted decimal write it; nil for anything else, a zone included.
    public init?(_ text: some StringProtocol) {
        let parsed = text.utf8.contains(UInt8(ascii: ":")) ? Self.parseIPv6(text) : Self.parseIPv4(text)
        guard let parsed else { return nil }
        self = parsed
    }

    /// Dotted decimal, or the canonical text of RFC 5952.
    public var description: String {
        if family == .v4 {
            return "\(low >> 24).\(low >> 16 & 0xFF).\(low >> 8 & 0xFF).\(low & 0xFF)"
        }
        if let inner = mappedIPv4 { return "::ffff:\(inner)" }
        let groups = (0..<8).map { index in
            UInt16(truncatingIfNeeded: (index < 4 ? high : low) >> UInt64((3 - index % 4) * 16))
        }
        guard let gap = Self.longestZeroRun(in: groups) else {
            return groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        let before = groups[..<gap.lowerBound].map { String($0, radix: 16) }.joined(separator: ":")
        let after = groups[gap.upperBound...].map { String($0, radix: 16) }.joined(separator: ":")
        return "\(before)::\(after)"
    }

    /// The run that RFC 5952 §4.2 shortens: the longest, the first of equals, at least two groups.
    private static func longestZeroRun(in groups: [UInt16]) -> Range<Int>? {
        var best: Range<Int>?
        var start = 0
        while start < groups.count {
            var end = start
            while end < groups.count, groups[end] == 0 { end += 1 }
            if end - start >= 2, end - start > (best?.count ?? 0) { best = start..<end }
            start = max(end, start + 1)
        }
        return best
    }

    /// Four decimal numbers; a leading zero is refused, since some readers take it for octal.
    private static func parseIPv4(_ text: some StringProtocol) -> IPAddress? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bits: UInt32 = 0
        for part in parts {
            guard part.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                part.utf8.count == 1 || part.utf8.first != UInt8(ascii: "0"), let number = UInt8(part)
            else { return nil }
            bits = bits << 8 | UInt32(number)
        }
        return IPAddress(v4: bits)
    }

    private static func parseIPv6(_ text: some StringProtocol) -> IPAddress? {
        let halves = String(text).split(separator: "::", omittingEmptySubsequences: false)
        guard halves.count <= 2, let front = groups(of: halves[0], mayEndDotted: halves.count == 1) else {
            return nil
        }
        guard halves.count == 2 else {
            return front.count == 8 ? IPAddress(groups: front) : nil
        }
        guard let back = groups(of: halves[1], mayEndDotted: true), front.count + back.count <= 7 else {
            return nil
        }
        let zeros = [UInt16](repeating: 0, count: 8 - front.count - back.count)
        return IPAddress(groups: front + zeros + back)
    }

    /// The 16-bit groups of one side of "::"; a dotted IPv4 tail, at the very end only, counts as two.
    private static func groups(of side: Substring, mayEndDotted: Bool) -> [UInt16]? {
        guard !side.isEmpty else { return [] }
        var groups: [UInt16] = []
        let parts = side.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if mayEndDotted, index == parts.count - 1, let tail = parseIPv4(part) {
                groups.append(UInt16(truncatingIfNeeded: tail.low >> 16))
                groups.append(UInt16(truncatingIfNeeded: tail.low))
                continue
            }
            guard (1...4).contains(part.utf8.count), part.utf8.first != UInt8(ascii: "+"),
                let group = UInt16(part, radix: 16)
            else { return nil }
            groups.append(group)
        }
        return groups
    }

    private init(groups: [UInt16]) {
        var halves: (UInt64, UInt64) = (0, 0)
        for group in groups[..<4] { halves.0 = halves.0 << 16 | UInt64(group) }
        for group in groups[4...] { halves.1 = halves.1 << 16 | UInt64(group) }
        self.init(v6: halves.0, halves.1)
    }
}
