public import STUN

/// The methods of RFC 8656 §17.
extension Method {
    public static let allocate = Method(rawValue: 0x003)
    public static let refresh = Method(rawValue: 0x004)
    public static let send = Method(rawValue: 0x006)
    public static let data = Method(rawValue: 0x007)
    public static let createPermission = Method(rawValue: 0x008)
    public static let channelBind = Method(rawValue: 0x009)
}
