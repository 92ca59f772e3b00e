/// Text in double quotes for a message: one line, control characters escaped, cut after 60 characters.
public func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars.prefix(60) {
        switch scalar {
        case "\"", "\\": result += "\\\(scalar)"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _
        where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
            result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + (text.unicodeScalars.count > 60 ? "…\"" : "\"")
}
