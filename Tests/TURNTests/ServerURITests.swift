import TURN
import Testing

struct ServerURITests {
    @Test(arguments: [
        ("stun:relay.example", ServerURI(.stun, host: "relay.example")),
        ("stun:192.0.2.1:3478", ServerURI(.stun, host: "192.0.2.1", port: 3478)),
        (
            "turn:relay.example:3478?transport=udp",
            ServerURI(.turn, host: "relay.example", port: 3478, transport: .udp)
        ),
        (
            "turns:[2001:db8::1]:443?transport=tcp",
            ServerURI(.turns, host: "2001:db8::1", port: 443, transport: .tcp)
        ),
        ("turn:[2001:db8::1]", ServerURI(.turn, host: "2001:db8::1")),
    ])
    func readsAndWrites(_ text: String, _ uri: ServerURI) throws {
        #expect(try ServerURI(text) == uri)
        #expect(uri.description == text)
    }

    @Test(arguments: [
        ("", ServerURI.Mistake.scheme("")), ("relay.example", .scheme("relay.example")),
        ("http:relay.example", .scheme("http")), ("relay.example:3478", .scheme("relay.example")),
        ("turn://relay.example", .slashes), ("turn:", .host("")), ("turn:a b", .host("a b")),
        ("turn:user@relay.example", .host("user@relay.example")),
        ("turn:[2001:db8::1", .host("[2001:db8::1")), ("turn:[relay]", .host("[relay]")),
        ("turn:2001:db8::1", .port("db8::1")), ("turn:[::1]x", .host("[::1]x")),
        ("turn:relay.example:", .port("")), ("turn:relay.example:0", .port("0")),
        ("turn:relay.example:65536", .port("65536")), ("turn:relay.example:+3478", .port("+3478")),
        ("stun:relay.example?transport=udp", .queryOfSTUN),
        ("turn:relay.example?transport=tls", .transport("transport=tls")),
        ("turn:relay.example?", .transport("")), ("turns:relay.example?transport=udp", .secureUDP),
    ])
    func namesTheMistake(_ text: String, _ mistake: ServerURI.Mistake) {
        #expect(throws: mistake) { try ServerURI(text) }
    }

    @Test func hasThePortAndTransportOfItsScheme() throws {
        let seen = try ["stun:a", "turn:a", "turn:a?transport=tcp", "turns:a", "turns:a:443?transport=tcp"]
            .map {
                let uri = try ServerURI($0)
                return "\(uri.effectiveTransport) \(uri.effectivePort)"
            }
        #expect(seen == ["udp 3478", "udp 3478", "tcp 3478", "tls 5349", "tls 443"])
    }
}
