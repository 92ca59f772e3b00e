public import STUN

/// The methods of RFC 8656 §17.
extension Method {
    public static let allocate = Method(unchecked: 0x003)
    public static let refresh = Method(unchecked: 0x004)
    public static let send = Method(unchecked: 0x006)
    public static let data = Method(unchecked: 0x007)
    public static let createPermission = Method(unchecked: 0x008)
    public static let channelBind = Method(unchecked: 0x009)
}
