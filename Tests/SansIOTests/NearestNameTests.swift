import SansIO
import Testing

@Suite struct NearestNameTests {
    private let names = ["listen", "port", "realm", "relay-address", "relay-ports", "secret-file"]

    @Test(arguments: [
        ("listne", "listen"), ("prot", "port"), ("pot", "port"), ("secret", "secret-file"), ("relay", nil),
        ("relay-port", "relay-ports"), ("x", nil), ("", nil), ("realy-adress", "relay-address"),
    ])
    func matches(_ name: String, _ expected: String?) {
        #expect(NearestName.match(for: name, among: names) == expected)
    }
}
