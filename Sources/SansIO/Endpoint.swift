/// An IP address and a port: what the RFCs call a transport address, the protocol aside.
public struct Endpoint: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var address: IPAddress
    public var port: UInt16

    public init(_ address: IPAddress, _ port: UInt16) {
        self.address = address
        self.port = port
    }

    /// "a.b.c.d:port" or "[v6]:port"; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(digits)
        else { return nil }
        var host = text[..<colon]
        let bracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2
        if bracketed { host = host.dropFirst().dropLast() }
        guard let address = IPAddress(host), bracketed == (address.family == .v6) else { return nil }
        self.init(address, port)
    }

    public var description: String {
        address.family == .v4 ? "\(address):\(port)" : "[\(address)]:\(port)"
    }

    public static func < (left: Endpoint, right: Endpoint) -> Bool {
        (left.address, left.port) < (right.address, right.port)
    }
}
