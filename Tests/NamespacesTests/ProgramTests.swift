import Namespaces
import Testing

@Suite struct ProgramTests {
    @Test func findsAProgramByItsName() {
        #expect(Program.find("sh") != nil)
        #expect(Program.find("/bin/sh") == "/bin/sh")
    }

    @Test func namesAMissingProgram() {
        #expect(Program.find("no-such-program") == nil)
        #expect(Program.find("/bin") == nil)
        let error = #expect(throws: MissingProgram.self) { try Program(named: "no-such-program") }
        #expect(error?.description == "the program no-such-program is not installed")
    }
}
