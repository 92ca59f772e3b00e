/// Something that a check has found, and what to do about it.
struct Finding: Hashable, Encodable {
    enum Severity: String, Encodable {
        /// Clients fail, or somebody gets what is not theirs.
        case problem
        /// It works, but not everywhere or not for as long as it should.
        case doubt
    }

    var severity: Severity
    var text: String
    var fix: String

    static func problem(_ text: String, fix: String) -> Finding {
        Finding(severity: .problem, text: text, fix: fix)
    }

    static func doubt(_ text: String, fix: String) -> Finding {
        Finding(severity: .doubt, text: text, fix: fix)
    }
}
