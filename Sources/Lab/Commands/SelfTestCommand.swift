internal import Arguments
internal import JSON

/// `castlab selftest`.
struct SelfTestCommand {
    private let isLong: Bool
    private let isLoaded: Bool
    private let printsJSON: Bool

    init(_ invocation: Invocation) {
        isLong = invocation.has("long")
        isLoaded = invocation.has("loaded")
        printsJSON = invocation.has("json")
    }

    func perform() throws -> ExitCode {
        try MachineUnfit.requireRoot()
        var test = try SelfTest()
        test.isLong = isLong
        test.isLoaded = isLoaded
        let findings = try test.run { Terminal.complain("selftest: \($0) ...") }
        if printsJSON {
            Terminal.show(JSONText.encode(findings))
        } else {
            let style = Terminal.style
            for finding in findings {
                let mark = finding.holds ? style.good("ok  ") : style.bad("FAIL")
                Terminal.show(
                    "\(mark)  \(finding.name)\n      asked: \(finding.asked)\n      found: \(finding.found)"
                )
            }
        }
        return findings.allSatisfy(\.holds) ? .passed : .failed
    }
}
