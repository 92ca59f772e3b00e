import HTTP
import SansIO
import Testing

@testable import Relay

struct ClientAddressTests {
    private let reading = ClientAddress(
        trustedProxies: ["10.0.0.0/8", "::1", "fd00::/8"].compactMap { IPPrefix($0) }
    )

    private func client(_ forwarded: [String], from peer: String) throws -> String {
        var headers: HTTPHeaders = [:]
        for value in forwarded { headers.append("X-Forwarded-For", value) }
        let request = HTTPRequest(.get, HTTPTarget(path: "/"), headers: headers)
        return "\(reading.client(of: request, from: try #require(IPAddress(peer))))"
    }

    @Test(arguments: [
        (["198.51.100.7"], "10.0.0.1", "198.51.100.7"),
        // A client writes what it likes; the proxy appends.
        (["8.8.8.8, 198.51.100.7"], "10.0.0.1", "198.51.100.7"),
        (["8.8.8.8", "198.51.100.7"], "10.0.0.1", "198.51.100.7"),
        (["198.51.100.7, 10.9.9.9, fd00::5"], "::1", "198.51.100.7"),
        (["198.51.100.7:61000"], "10.0.0.1", "198.51.100.7"),
        (["[2001:db8::7]:61000"], "10.0.0.1", "2001:db8::7"),
        (["::ffff:198.51.100.7"], "::ffff:10.0.0.1", "198.51.100.7"),
        // Nothing to read, or nothing that can be read: it is the proxy itself.
        ([], "10.0.0.1", "10.0.0.1"), (["198.51.100.7, unknown"], "10.0.0.1", "10.0.0.1"),
        ([""], "::1", "::1"),
        // Nobody but a proxy is believed.
        (["198.51.100.7"], "203.0.113.5", "203.0.113.5"),
        (["198.51.100.7, 203.0.113.5"], "10.0.0.1", "203.0.113.5"),
    ])
    func readsFromTheEndAsFarAsProxiesAreTrusted(
        _ forwarded: [String],
        _ peer: String,
        _ expected: String
    ) throws {
        #expect(try client(forwarded, from: peer) == expected)
    }
}
