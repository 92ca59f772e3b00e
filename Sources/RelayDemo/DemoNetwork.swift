import Namespaces
import SansIO

/// A switch with three hosts: the relay, the client and the peer, in the benchmarking ranges.
final class DemoNetwork {
    /// A host on the switch, `eth0`, with an address of each IP version.
    struct Host {
        let namespace: NetworkNamespace
        let v4: IPAddress
        let v6: IPAddress

        func address(_ family: IPAddress.Family) -> IPAddress { family == .v4 ? v4 : v6 }
    }

    let ethernet: Switch
    let relay: Host
    let client: Host
    let peer: Host
    /// The relay's second addresses, for RFC 5780.
    let alternate: (v4: IPAddress, v6: IPAddress)

    init() throws {
        ethernet = try Switch()
        relay = try Self.host("relay", 0x01, on: ethernet)
        client = try Self.host("client", 0x10, on: ethernet)
        peer = try Self.host("peer", 0x20, on: ethernet)
        alternate = (Self.v4(2), Self.v6(2))
        let second = alternate
        try relay.namespace.configure { route in
            try route.addAddress(second.v4, prefixLength: 24, to: "eth0")
            try route.addAddress(second.v6, prefixLength: 64, to: "eth0")
        }
    }

    /// `number` is written in hexadecimal digits that are read as decimal ones for IPv4: 0x10 is .10 and ::10.
    private static func host(_ label: String, _ number: UInt8, on ethernet: Switch) throws -> Host {
        let namespace = try NetworkNamespace(label: label)
        try ethernet.connect(namespace)
        let decimal = (number >> 4) * 10 + (number & 0xF)
        let host = Host(namespace: namespace, v4: v4(decimal), v6: v6(number))
        try namespace.configure { route in
            try route.addAddress(host.v4, prefixLength: 24, to: "eth0")
            try route.addAddress(host.v6, prefixLength: 64, to: "eth0")
        }
        return host
    }

    private static func v4(_ last: UInt8) -> IPAddress { IPAddress(198, 18, 0, last) }
    private static func v6(_ last: UInt8) -> IPAddress { IPAddress(v6: 0x2001_0002_0000_0000, UInt64(last)) }
}
