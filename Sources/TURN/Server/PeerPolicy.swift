public import SansIO

/// Which peer addresses the relay talks to.
///
/// Everything in the IANA special-purpose registries is refused, in whatever encoding it comes, and so are
/// the host's own addresses; relayed addresses of this server are the one exception, because two clients
/// behind one relay must reach each other. A deny list closes more; an allow list, asked after it, opens what
/// a closed network needs.
public struct PeerPolicy: Sendable {
    /// Why a peer is refused; its text names the rule for the log.
    public enum Denial: Hashable, Sendable, CustomStringConvertible {
        case specialPurpose(SpecialPurposeBlock)
        /// An IPv6 form that carries an IPv4 address which is refused.
        case embedded(IPAddress, SpecialPurposeBlock)
        case denyList(IPPrefix)
        /// The relay's own host.
        case ownAddress
        /// Port 0 stands for no peer.
        case portZero
        /// An own relayed address with no live allocation at that port.
        case noRelayAtPort

        public var description: String {
            switch self {
            case .specialPurpose(let block): "\(block.prefix) is special-purpose: \(block.name)"
            case .embedded(let inner, let block):
                "it carries \(inner), and \(block.prefix) is special-purpose: \(block.name)"
            case .denyList(let prefix): "\(prefix) is on the deny list"
            case .ownAddress: "it is an address of the relay's own host"
            case .portZero: "port 0 is no port"
            case .noRelayAtPort: "no allocation lives at that port of the relay"
            }
        }
    }

    private let allowed: [IPPrefix]
    private let denied: [IPPrefix]
    // A handful each, and asked for every packet: comparing is faster than hashing. They are looked through by
    // index, because what the library does with the elements of an array allocates in a debug build.
    private let hostAddresses: [IPAddress]
    private let relayedAddresses: [IPAddress]

    /// A policy for a host with these addresses, some of which clients are told as relayed addresses.
    public init(
        allowed: [IPPrefix] = [],
        denied: [IPPrefix] = [],
        hostAddresses: Set<IPAddress> = [],
        relayedAddresses: Set<IPAddress> = []
    ) {
        self.allowed = allowed
        self.denied = denied
        self.hostAddresses = Array(hostAddresses)
        self.relayedAddresses = Array(relayedAddresses)
    }

    /// Whether `address` is one that clients are told as a relayed address.
    public func isRelayed(_ address: IPAddress) -> Bool {
        lists(address, in: relayedAddresses)
    }

    /// Why no permission is given for `address`; nil when it is.
    ///
    /// Own relayed addresses pass here, because a permission has no port; the port is looked at when sending.
    public func denial(of address: IPAddress) -> Denial? {
        if isRelayed(address) { return nil }
        if lists(address, in: hostAddresses) { return .ownAddress }
        let inner = SpecialPurposeRegistry.embeddedIPv4(in: address)
        if let inner, lists(inner, in: hostAddresses) || isRelayed(inner) { return .ownAddress }
        if let deny = block(of: address, in: denied) { return .denyList(deny) }
        if let inner, let deny = block(of: inner, in: denied) { return .denyList(deny) }
        if block(of: address, in: allowed) != nil { return nil }
        if let inner {
            if let block = SpecialPurposeRegistry.block(of: inner) { return .embedded(inner, block) }
        }
        return SpecialPurposeRegistry.block(of: address).map { .specialPurpose($0) }
    }

    private func lists(_ address: IPAddress, in addresses: [IPAddress]) -> Bool {
        for index in addresses.indices where addresses[index] == address { return true }
        return false
    }

    private func block(of address: IPAddress, in prefixes: [IPPrefix]) -> IPPrefix? {
        for index in prefixes.indices where prefixes[index].contains(address) { return prefixes[index] }
        return nil
    }
}
