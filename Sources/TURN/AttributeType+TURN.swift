public import STUN

/// The attributes of RFC 8656 §18.
extension AttributeType {
    public static let channelNumber = AttributeType(rawValue: 0x000C)
    public static let lifetime = AttributeType(rawValue: 0x000D)
    public static let xorPeerAddress = AttributeType(rawValue: 0x0012)
    public static let data = AttributeType(rawValue: 0x0013)
    public static let xorRelayedAddress = AttributeType(rawValue: 0x0016)
    public static let requestedAddressFamily = AttributeType(rawValue: 0x0017)
    public static let evenPort = AttributeType(rawValue: 0x0018)
    public static let requestedTransport = AttributeType(rawValue: 0x0019)
    public static let dontFragment = AttributeType(rawValue: 0x001A)
    public static let reservationToken = AttributeType(rawValue: 0x0022)
    public static let additionalAddressFamily = AttributeType(rawValue: 0x8000)
    /// What coturn up to 4.6 sends instead: the number of draft-martinsen-tram-ssoda, never assigned.
    public static let additionalAddressFamilyOfSSODA = AttributeType(rawValue: 0x8032)
    public static let addressErrorCode = AttributeType(rawValue: 0x8001)
    public static let icmp = AttributeType(rawValue: 0x8004)
}
