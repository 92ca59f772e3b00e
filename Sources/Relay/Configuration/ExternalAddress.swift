public import SansIO

/// An address that a 1:1 NAT in front of the relay maps to it.
public struct ExternalAddress: Hashable, Sendable, CustomStringConvertible {
    /// What clients and peers are told.
    public var advertised: IPAddress
    /// The relay's own address behind it; nil means every address of the same family.
    public var local: IPAddress?

    public init(advertised: IPAddress, local: IPAddress? = nil) {
        self.advertised = advertised
        self.local = local
    }

    /// PUBLIC or PUBLIC/PRIVATE, as the configuration writes it.
    public var description: String { local.map { "\(advertised)/\($0)" } ?? "\(advertised)" }

    /// Whether this rule says what to advertise for `address`.
    func covers(_ address: IPAddress) -> Bool {
        local.map { $0 == address } ?? (address.family == advertised.family)
    }
}
