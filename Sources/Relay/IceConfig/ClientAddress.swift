import HTTP
import SansIO

/// Whose request it is: the peer's, or, behind proxies that are trusted, whose the last of them says.
struct ClientAddress {
    let trustedProxies: [IPPrefix]

    /// Whether a connection of this address comes from one of our proxies.
    func isTrusted(_ address: IPAddress) -> Bool {
        let address = address.mappedIPv4 ?? address
        return trustedProxies.contains { $0.contains(address) }
    }

    /// The client's address.
    ///
    /// Each proxy appends to X-Forwarded-For what it was connected from, so the list is read from its end; what
    /// stands before the first address that is not ours, the client may have written itself.
    func client(of request: HTTPRequest, from peer: IPAddress) -> IPAddress {
        var client = peer.mappedIPv4 ?? peer
        for text in request.headers.list("X-Forwarded-For").reversed() {
            guard isTrusted(client), let previous = IPAddress(text) ?? Endpoint(text)?.address else { break }
            client = previous.mappedIPv4 ?? previous
        }
        return client
    }
}
