import Arguments
import Testing

@Suite struct TerminalStyleTests {
    @Test(arguments: [
        ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false),
        (["NO_COLOR": ""], true, true),
        (["TERM": "dumb"], true, false), (["TERM": "xterm"], true, true),
    ])
    func colorsOnlyWhereWanted(_ environment: [String: String], _ isTerminal: Bool, _ isColored: Bool) {
        let style = TerminalStyle(environment: environment, isTerminal: isTerminal)
        #expect(style.isColored == isColored)
    }

    @Test func leavesTextBareWithoutColor() {
        #expect(TerminalStyle.plain.bad("no") == "no")
        let colored = TerminalStyle(environment: [:], isTerminal: true)
        #expect(colored.bad("no") == "\u{1B}[31mno\u{1B}[0m")
    }
}
