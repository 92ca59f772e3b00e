/// The names of RFC 3489 §5, which everybody still uses, for four of the many behaviours there are.
public enum NATAlias: String, Hashable, Sendable, ConfigurationWord {
    case fullCone = "full-cone"
    case addressRestricted = "address-restricted"
    case portRestricted = "port-restricted"
    case symmetric

    public static var subject: String { "kind of NAT" }

    /// What the name stands for.
    ///
    /// The first three keep the port and depend on no destination; the last gives every destination
    /// a random port, as Linux does with `masquerade random`.
    public var behavior: NATBehavior {
        switch self {
        case .fullCone:
            NATBehavior(filtering: .endpointIndependent)
        case .addressRestricted:
            NATBehavior(filtering: .addressDependent)
        case .portRestricted:
            NATBehavior(filtering: .addressAndPortDependent)
        case .symmetric:
            NATBehavior(
                mapping: .addressAndPortDependent,
                filtering: .addressAndPortDependent,
                ports: .random
            )
        }
    }
}
