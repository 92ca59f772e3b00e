public import SansIO

/// Where a STUN or TURN server is, as a client is told: `turn:relay.example:3478?transport=udp`.
///
/// RFC 7064, RFC 7065
public struct ServerURI: Hashable, Sendable, CustomStringConvertible {
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        case stun
        /// STUN over TLS.
        case stuns
        case turn
        /// TURN over TLS.
        case turns

        public var isSecure: Bool { self == .stuns || self == .turns }
        public var isTURN: Bool { self == .turn || self == .turns }
    }

    /// The transport beneath, RFC 7065 §3.1: TLS stands over TCP.
    public enum Transport: String, Hashable, Sendable, CaseIterable {
        case udp
        case tcp
    }

    public var scheme: Scheme
    /// A name, or an address; an IPv6 address without brackets.
    public var host: String
    /// Nil for the scheme's own.
    public var port: UInt16?
    /// Nil for the scheme's own; STUN has none.
    public var transport: Transport?

    public init(_ scheme: Scheme, host: String, port: UInt16? = nil, transport: Transport? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.transport = transport
    }

    /// 3478, or 5349 for TLS.
    public var effectivePort: UInt16 { port ?? (scheme.isSecure ? 5349 : 3478) }

    /// What packets of this URI travel over: RFC 7065 §3.1 says TLS for `turns` without a transport.
    public var effectiveTransport: TransportProtocol {
        if scheme.isSecure { return .tls }
        return transport == .tcp ? .tcp : .udp
    }

    public var description: String {
        let place = host.contains(":") ? "[\(host)]" : host
        let port = port.map { ":\($0)" } ?? ""
        let transport = transport.map { "?transport=\($0.rawValue)" } ?? ""
        return "\(scheme.rawValue):\(place)\(port)\(transport)"
    }
}
