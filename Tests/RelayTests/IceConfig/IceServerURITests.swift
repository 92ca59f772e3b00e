import SansIO
import TURN
import Testing

@testable import Relay

struct IceServerURITests {
    private func uris(
        _ advertised: [String],
        _ adjust: (inout RelayConfiguration) -> Void = { _ in }
    ) -> [String] {
        var configuration = RelayConfiguration()
        adjust(&configuration)
        return configuration.iceServerURIs(advertised: advertised.compactMap { IPAddress($0) }).map(
            \.description
        )
    }

    @Test func namesTheHostOverUDPThenTCPThenTLS() {
        let told = uris([]) {
            $0.iceConfig.host = "relay.example"
            $0.tlsCertificate = "a"
            $0.tlsKey = "b"
            $0.tlsPort = 443
        }
        #expect(
            told == [
                "stun:relay.example:3478", "turn:relay.example:3478?transport=udp",
                "turn:relay.example:3478?transport=tcp", "turns:relay.example:443?transport=tcp",
            ]
        )
    }

    @Test func tellsAddressesWithoutAHost() {
        #expect(
            uris(["203.0.113.5"]) == [
                "stun:203.0.113.5:3478", "turn:203.0.113.5:3478?transport=udp",
                "turn:203.0.113.5:3478?transport=tcp",
            ]
        )
        #expect(
            uris(["203.0.113.5", "203.0.113.6", "2001:db8::5"]) == [
                "stun:203.0.113.5:3478", "turn:203.0.113.5:3478?transport=udp",
                "turn:[2001:db8::5]:3478?transport=udp", "turn:203.0.113.5:3478?transport=tcp",
            ]
        )
    }

    @Test func tellsWhatTheOperatorSays() {
        let told = uris(["203.0.113.5"]) {
            $0.iceConfig.urls = [ServerURI(.turns, host: "cdn.example", port: 443, transport: .tcp)]
        }
        #expect(told == ["turns:cdn.example:443?transport=tcp"])
    }
}
