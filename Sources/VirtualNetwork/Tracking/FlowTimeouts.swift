/// How long a NAT or a firewall keeps what it knows of a flow after the last packet that refreshed it.
public struct FlowTimeouts: Hashable, Sendable {
    /// What the RFCs recommend.
    public static let standard = FlowTimeouts()

    /// UDP: 5 minutes are recommended, 2 are the least allowed (RFC 4787 §4.3, REQ-5).
    public var udp: Duration = .seconds(300)
    /// TCP connections that both sides have opened and not both closed: 2 h 4 min (RFC 5382 §5, REQ-5).
    public var tcpEstablished: Duration = .seconds(7440)
    /// TCP connections that are being opened or closed: 4 min (RFC 5382 §5, REQ-5).
    public var tcpTransitory: Duration = .seconds(240)
    /// ICMP echo: 60 s (RFC 5508 §3.2, REQ-2).
    public var icmpQuery: Duration = .seconds(60)

    public init() {}
}
