import Testing
import YAML

@Suite struct YAMLDocumentTests {
    private func problems(in text: String, limits: YAMLLimits = .standard) -> [String] {
        do {
            _ = try YAMLDocument(text, file: "f.yaml", limits: limits)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func keepsOrderAndPositions() throws {
        let document = try YAMLDocument("b: 1\na:\n  - x\n  - 'y z'\n", file: "f.yaml")
        guard case .mapping(let entries) = document.root.content else {
            Issue.record("not a mapping: \(document.root)")
            return
        }
        #expect(entries.map(\.key) == ["b", "a"])
        #expect(entries[1].keyPosition == YAMLPosition(line: 2, column: 1))
        let first = YAMLNode(.scalar(YAMLScalar("x", isPlain: true)), at: YAMLPosition(line: 3, column: 5))
        let second = YAMLNode(
            .scalar(YAMLScalar("y z", isPlain: false)),
            at: YAMLPosition(line: 4, column: 5)
        )
        #expect(entries[1].value.content == .sequence([first, second]))
    }

    @Test(arguments: ["", "# nothing\n", "---\n", "\n\n"])
    func readsAFileWithoutValuesAsAnEmptyMapping(_ text: String) throws {
        let document = try YAMLDocument(text, file: "f.yaml")
        let log = YAMLProblemLog(file: "f.yaml")
        #expect(try #require(YAMLMapping(document, log: log)).entries.isEmpty)
        #expect(log.problems.isEmpty)
    }

    @Test func takesQuotedNullForText() throws {
        let document = try YAMLDocument("[null, ~, 'null', \"\"]", file: "f.yaml")
        guard case .sequence(let items) = document.root.content else {
            Issue.record("not a sequence")
            return
        }
        #expect(items.map(\.isNull) == [true, true, false, false])
        #expect(items.map(\.text) == [nil, nil, "null", ""])
    }

    @Test(arguments: [
        (
            "a: &x 1\nb: 2\n",
            "f.yaml:1:4: a: got the anchor &x; accepted: the value alone, anchors are not read"
        ),
        ("a: !int 1\n", #"f.yaml:1:4: a: got the tag "!int"; accepted: the value alone, tags are not read"#),
        ("a: 1\n---\nb: 2\n", "f.yaml:2:1: got a second document; accepted: one document per file"),
        ("%YAML 1.1\n---\na: 1\n", "f.yaml:1:1: got a % directive; accepted: a file without one"),
        ("l:\n  a: 1\n  b: 2\n  a: 3\n", "f.yaml:4:3: l.a: the key was given before, at 2:3; accepted: once"),
        ("? [a, b]\n: 1\n", "f.yaml:1:3: got a list or mapping as a key; accepted: text"),
    ])
    func refuses(_ text: String, _ message: String) {
        #expect(problems(in: text) == [message])
    }

    @Test func refusesAnAliasWhereItStands() {
        let found = problems(in: "a: &x 1\nb:\n  c: *x\n")
        #expect(found.count == 2)
        #expect(
            found.last
                == "f.yaml:3:6: b.c: got the alias *x; accepted: the value itself, aliases are not read"
        )
    }

    @Test func placesASyntaxError() {
        let found = problems(in: "a: 1\nb: [1, 2\nc: 3\n")
        #expect(found.count == 1)
        #expect(found[0].hasPrefix("f.yaml:3:"), "\(found)")
        #expect(found[0].contains("not YAML"), "\(found)")
    }

    @Test func placesAByteThatIsNotUTF8() {
        #expect(throws: YAMLProblems.self) {
            try YAMLDocument(Array("a: 1\nb: ".utf8) + [0xFF, 0x0A], file: "f.yaml")
        }
        do {
            _ = try YAMLDocument(Array("a: 1\nb: ".utf8) + [0xFF, 0x0A], file: "f.yaml")
        } catch {
            #expect(error.problems[0].position == YAMLPosition(line: 2, column: 4))
        }
    }

    @Test func limitsDepthNodesAndBytes() {
        let deep = String(repeating: "[", count: 5000)
        #expect(problems(in: deep).contains { $0.contains("more than 24 levels") })
        let few = YAMLLimits(byteCount: 100, depth: 24, nodeCount: 3)
        #expect(problems(in: "[1, 2, 3, 4]", limits: few).contains { $0.contains("more than 3 values") })
        let long = String(repeating: "a", count: 101)
        #expect(problems(in: long, limits: few) == ["f.yaml:1:1: got 101 bytes; accepted: at most 100"])
    }

    @Test func survivesMutatedFiles() {
        let original = Array("a: [1, {b: 2}]\nc:\n  - 'x'\n  - \"y\\n\"\nd: |\n  block\n&e f: !g h\n".utf8)
        var state: UInt64 = 42
        var accepted = 0
        for _ in 0..<4000 {
            var bytes = original
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
            }
            if (try? YAMLDocument(bytes, file: "f")) != nil { accepted += 1 }
        }
        #expect(accepted < 4000)
    }
}
