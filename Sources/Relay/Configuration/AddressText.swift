import SansIO
import YAML

/// Reads addresses that a person wrote, and tells the person what to write instead.
enum AddressText {
    /// The address that `text` is; everything that resembles one is refused with a hint.
    static func read(_ text: String, portHint: String) throws(ValueHint) -> IPAddress {
        if let address = IPAddress(text) {
            if let inner = address.mappedIPv4 { throw ValueHint("write the IPv4 address: \(inner)") }
            return address
        }
        if let endpoint = Endpoint(text) { throw ValueHint("\(portHint); write \(endpoint.address)") }
        if text.hasPrefix("["), text.hasSuffix("]"), let inner = IPAddress(text.dropFirst().dropLast()) {
            throw ValueHint("write it without brackets: \(inner)")
        }
        if let percent = text.firstIndex(of: "%"), IPAddress(text[..<percent]) != nil {
            throw ValueHint("an address with a zone is link-local; give a global one")
        }
        if text.lowercased() == "auto" {
            throw ValueHint("the address is not found by itself; ask your provider or a STUN server")
        }
        if text.contains("/"), IPPrefix(text) != nil { throw ValueHint("one address, not a block") }
        if text.contains(where: \.isLetter), !text.contains(":") {
            throw ValueHint("names are not resolved; write the address that it stands for")
        }
        throw .none
    }

    /// Refuses addresses that nobody could reach the relay at.
    static func requireUsable(_ address: IPAddress, loopback: Bool) throws(ValueHint) {
        if address.isUnspecified {
            throw ValueHint("the unspecified address; give the one that others reach")
        }
        if address.isLoopback, !loopback {
            throw ValueHint("a loopback address; give the one that others reach")
        }
        if address.isMulticast { throw ValueHint("a multicast address; give that of an interface") }
        if address.isLinkLocal { throw ValueHint("a link-local address; give a global or private one") }
        if address == IPAddress(v4: .max) {
            throw ValueHint("the broadcast address; give that of an interface")
        }
    }
}
