public import SansIO

/// An ICMP or ICMPv6 error message, as far as a TURN server passes it on.
public struct ICMPError: Hashable, Sendable, BitwiseCopyable {
    public var type: UInt8
    public var code: UInt8
    /// The MTU of the next hop where the message tells it, else 0.
    public var data: UInt32

    public init(type: UInt8, code: UInt8, data: UInt32 = 0) {
        self.type = type
        self.code = code
        self.data = data
    }

    /// Whether a client is told of it: destination unreachable, packet too big, time exceeded.
    ///
    /// RFC 8656 §11.5: types 3 and 11 of ICMP, types 1, 2 and 3 of ICMPv6.
    public func isRelayed(in family: IPAddress.Family) -> Bool {
        family == .v4 ? type == 3 || type == 11 : (1...3).contains(type)
    }
}
