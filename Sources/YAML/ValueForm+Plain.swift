import SansIO

extension ValueForm {
    /// A whole number in decimal digits.
    public static func wholeNumber(_ range: ClosedRange<Value>) -> ValueForm
    where Value: FixedWidthInteger {
        ValueForm(
            accepted: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            placeholder: "N"
        ) { (text) throws(ValueHint) in
            guard let first = text.utf8.first, first != UInt8(ascii: "+"), let number = Value(text),
                range.contains(number)
            else { throw .none }
            return number
        }
    }

    /// Any text of one to `maximum` bytes without control characters.
    public static func text(upTo maximum: Int, placeholder: String = "TEXT") -> ValueForm
    where Value == String {
        ValueForm(
            accepted: "text of 1 to \(maximum) bytes without control characters",
            placeholder: placeholder
        ) { (text) throws(ValueHint) in
            let isClean = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            guard (1...maximum).contains(text.utf8.count), isClean else { throw .none }
            return text
        }
    }

    /// One of the raw values of an enumeration.
    public static func choice(_ type: Value.Type = Value.self) -> ValueForm
    where Value: CaseIterable & RawRepresentable<String> {
        let names = Value.allCases.map(\.rawValue)
        return ValueForm(
            accepted: "one of \(names.joined(separator: ", "))",
            placeholder: names.joined(separator: "|")
        ) { (text) throws(ValueHint) in
            if let value = Value(rawValue: text) { return value }
            let meant = NearestName.match(for: text.lowercased(), among: names)
            throw ValueHint(meant.map { "did you mean \($0)?" })
        }
    }
}

extension ValueForm where Value == Bool {
    /// `true` or `false`; YAML 1.1's other words are refused with a hint.
    public static var boolean: ValueForm {
        ValueForm(accepted: "true or false", placeholder: "true|false") { (text) throws(ValueHint) in
            switch text {
            case "true": return true
            case "false": return false
            case _ where ["yes", "on", "1"].contains(text.lowercased()): throw ValueHint("write true")
            case _ where ["no", "off", "0"].contains(text.lowercased()): throw ValueHint("write false")
            default: throw .none
            }
        }
    }
}
