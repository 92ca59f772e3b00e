import HTTP
import Testing

struct HTTPHeadersTests {
    @Test func findsANameInAnyCase() {
        let headers: HTTPHeaders = ["Content-Type": "text/plain"]
        #expect(headers["content-TYPE"] == "text/plain")
        #expect(headers["content-typ"] == nil)
    }

    @Test func keepsOrderAndEveryLine() {
        var headers: HTTPHeaders = ["Set-Cookie": "a=1", "Date": "now"]
        headers.append("set-cookie", "b=2")
        #expect(headers.values("Set-Cookie") == ["a=1", "b=2"])
        #expect(headers.fields.map(\.name) == ["Set-Cookie", "Date", "set-cookie"])
    }

    @Test func replacesAllLinesOfAField() {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
        headers.set("A", "4")
        #expect(headers.fields == [.init("B", "2"), .init("A", "4")])
    }

    @Test func readsAListOverSeveralLines() {
        let headers: HTTPHeaders = ["Connection": "keep-alive, ,\tUpgrade ", "connection": "x"]
        #expect(headers.list("Connection") == ["keep-alive", "Upgrade", "x"])
        #expect(headers.hasToken("upgrade", in: "Connection"))
        #expect(!headers.hasToken("up", in: "Connection"))
    }
}
