/// Method and class, as the first 14 bits of a message interleave them.
///
/// RFC 8489 §5, Figure 3
public struct MessageType: Hashable, Sendable, BitwiseCopyable {
    public var method: Method
    public var messageClass: MessageClass

    public init(_ method: Method, _ messageClass: MessageClass) {
        self.method = method
        self.messageClass = messageClass
    }

    /// Nil when one of the first two bits is set: then it is not STUN.
    public init?(rawValue: UInt16) {
        guard rawValue & 0xC000 == 0 else { return nil }
        method = Method(
            unchecked: rawValue & 0x000F | (rawValue & 0x00E0) >> 1 | (rawValue & 0x3E00) >> 2
        )
        switch (rawValue & 0x0100 != 0, rawValue & 0x0010 != 0) {
        case (false, false): messageClass = .request
        case (false, true): messageClass = .indication
        case (true, false): messageClass = .success
        case (true, true): messageClass = .error
        }
    }

    public var rawValue: UInt16 {
        let method = method.rawValue
        let messageClass = UInt16(messageClass.rawValue)
        return method & 0x000F | (method & 0x0070) << 1 | (method & 0x0F80) << 2
            | (messageClass & 0b01) << 4 | (messageClass & 0b10) << 7
    }
}
