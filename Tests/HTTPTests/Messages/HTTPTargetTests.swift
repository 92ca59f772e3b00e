import HTTP
import Testing

struct HTTPTargetTests {
    @Test func decodesParameters() {
        let target = HTTPTarget(path: "/rest", query: "select=*&id=eq.7&name=a+b%2Bc&flag&broken=%zz&=x")
        #expect(target.parameters.map(\.name) == ["select", "id", "name", "flag", ""])
        #expect(target.parameter("name") == "a b+c")
        #expect(target.parameter("flag") == "")
        #expect(target.parameter("broken") == nil)
    }

    @Test(arguments: [("/a%20b", "/a b"), ("/%C3%A9", "/\u{e9}"), ("/a+b", "/a+b")])
    func decodesThePath(_ path: String, _ decoded: String) {
        #expect(HTTPTarget(path: path).decodedPath == decoded)
    }

    @Test(arguments: ["/%", "/%4", "/%4g", "/%FF", "/%ED%A0%80"])
    func refusesAWrongPath(_ path: String) {
        #expect(HTTPTarget(path: path).decodedPath == nil)
    }
}
