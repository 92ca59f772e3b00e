import STUN
import SansIO

/// A user name taken apart as well as it can be.
struct UsernameReading: Hashable {
    let text: String
    let timestamp: String?
    let user: String?
    private(set) var expiry: UnixTime?
    private(set) var mistakes: [CredentialMistake] = []
    /// The user name as it should have been, when that is known and different.
    private(set) var right: String?

    init(_ text: String) {
        self.text = text
        guard let colon = text.firstIndex(of: ":") else {
            let isNumber = Self.number(text[...]) != nil
            timestamp = isNumber ? text : nil
            user = isNumber ? nil : text
            mistakes = [isNumber ? .userMissing : .timestampMissing]
            if isNumber { readTime(text[...], user: "") }
            return
        }
        let head = text[..<colon]
        let tail = text[text.index(after: colon)...]
        if Self.number(head) != nil {
            (timestamp, user) = (String(head), String(tail))
            if tail.isEmpty { mistakes.append(.userMissing) }
            if head.hasPrefix("0"), head.count > 1 { mistakes.append(.timestampNotDecimal(String(head))) }
            readTime(head, user: String(tail))
            return
        }
        if let colon = text.lastIndex(of: ":"), Self.number(text[text.index(after: colon)...]) != nil {
            let time = text[text.index(after: colon)...]
            (timestamp, user) = (String(time), String(text[..<colon]))
            right = "\(time):\(text[..<colon])"
            mistakes.append(.partsReversed(right: "\(time):\(text[..<colon])"))
            readTime(time, user: String(text[..<colon]))
            return
        }
        (timestamp, user) = (String(head), String(tail))
        mistakes.append(.timestampNotDecimal(String(head)))
    }

    /// Takes a number far beyond the seconds of this age for what it probably counts.
    private mutating func readTime(_ digits: Substring, user: String) {
        guard let number = Self.number(digits) else { return }
        let units: [(String, Int64)] = [
            ("nanoseconds", 1_000_000_000), ("microseconds", 1_000_000), ("milliseconds", 1000),
        ]
        guard
            let (unit, size) = units.first(where: {
                number / $0.1 >= 100_000_000 && number >= 100_000_000_000
            })
        else {
            expiry = UnixTime(seconds: number)
            return
        }
        let time = UnixTime(seconds: number / size)
        expiry = time
        let name = "\(time.seconds):\(user)"
        right = name
        mistakes.append(.timestampUnit(unit, right: name))
    }

    private static func number(_ text: Substring) -> Int64? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
