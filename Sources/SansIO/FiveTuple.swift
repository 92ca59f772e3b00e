/// How bytes travel between a client and a server.
public enum TransportProtocol: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    case udp
    case tcp
    case tls
}

/// The five things that name an allocation: client address and port, server address and port, transport.
///
/// RFC 8656 §3.2
public struct FiveTuple: Hashable, Sendable, CustomStringConvertible {
    public var transport: TransportProtocol
    public var client: Endpoint
    public var server: Endpoint

    public init(_ transport: TransportProtocol, client: Endpoint, server: Endpoint) {
        self.transport = transport
        self.client = client
        self.server = server
    }

    public var description: String { "\(transport) \(client) > \(server)" }
}
