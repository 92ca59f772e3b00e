import Testing
import YAML

@Suite struct YAMLMappingTests {
    private func read(_ text: String, _ body: (YAMLMapping) -> Void) throws -> [String] {
        let document = try YAMLDocument(text, file: "relay.yaml")
        let log = YAMLProblemLog(file: "relay.yaml")
        if let mapping = YAMLMapping(document, log: log) { body(mapping) }
        return log.problems.map(\.description)
    }

    @Test func tellsPlacePathValueAndWhatIsAccepted() throws {
        let problems = try read("limits:\n  permissions: many\n") { top in
            let limits = top.mapping("limits")
            #expect(limits?.value("permissions", .wholeNumber(1...4096)) == nil)
        }
        let expected =
            #"relay.yaml:2:16: limits.permissions: got "many"; accepted: a whole number from 1 to 4096"#
        #expect(problems == [expected])
    }

    @Test func reportsEveryProblemOfAFile() throws {
        let problems = try read("a: x\nb: [1, y, 3]\nc: {d: 1}\n") { top in
            _ = top.value("a", .wholeNumber(0...9))
            #expect(top.values("b", .wholeNumber(0...9)) == [1, 3])
            _ = top.value("c", .boolean)
            top.finish()
        }
        #expect(
            problems == [
                #"relay.yaml:1:4: a: got "x"; accepted: a whole number from 0 to 9"#,
                #"relay.yaml:2:8: b[2]: got "y"; accepted: a whole number from 0 to 9"#,
                "relay.yaml:3:4: c: got a mapping of 1 key; accepted: true or false",
            ]
        )
    }

    @Test func suggestsTheNearestKey() throws {
        let problems = try read("bandwith: 1\nzzz: 2\n") { top in
            _ = top.value("bandwidth", .wholeNumber(0...9))
            _ = top.value("port", .wholeNumber(0...9))
            top.finish()
        }
        #expect(
            problems == [
                "relay.yaml:1:1: bandwith: unknown key; did you mean bandwidth?",
                "relay.yaml:2:1: zzz: unknown key; accepted: bandwidth, port",
            ]
        )
    }

    @Test func takesOneValueForAListOfOne() throws {
        let problems = try read("a: 7\n") { top in
            #expect(top.values("a", .wholeNumber(0...9)) == [7])
        }
        #expect(problems.isEmpty)
    }

    @Test func takesAnEmptySectionForAnEmptyMapping() throws {
        let problems = try read("limits:\n# all commented out\n") { top in
            #expect(top.mapping("limits") == nil)
            top.finish()
        }
        #expect(problems.isEmpty)
    }

    @Test func saysWhatIsMissing() throws {
        let problems = try read("a:\n  - {x: 1}\n  - {}\n") { top in
            for mapping in top.mappings("a") ?? [] {
                _ = mapping.required("x", .wholeNumber(0...9))
            }
        }
        #expect(problems == ["relay.yaml:3:5: a[2].x: missing; accepted: a whole number from 0 to 9"])
    }
}
