extension NATBehavior {
    /// A property that a file sets with a word.
    public enum Property: String, Hashable, Sendable, ConfigurationWord {
        case mapping, filtering, ports, hairpin, pooling, refresh

        public static var subject: String { "NAT property" }
    }

    /// The behaviour that an alias such as "port-restricted" stands for.
    public init(alias: String) throws(UnknownWord) {
        self = try NATAlias(word: alias).behavior
    }

    /// Sets one property, such as "mapping", to what a word says, such as "address-dependent".
    public mutating func set(_ property: String, to word: String) throws(UnknownWord) {
        switch try Property(word: property) {
        case .mapping: mapping = try Self.dependence(word, of: "NAT mapping")
        case .filtering: filtering = try Self.dependence(word, of: "NAT filtering")
        case .ports: ports = try PortAssignment(word: word)
        case .hairpin: hairpin = try Hairpinning(word: word)
        case .pooling: pooling = try AddressPooling(word: word)
        case .refresh: refresh = try MappingRefresh(word: word)
        }
    }

    private static func dependence(
        _ word: String,
        of subject: String
    ) throws(UnknownWord) -> EndpointDependence {
        guard let dependence = EndpointDependence(rawValue: word) else {
            throw UnknownWord(word, for: subject, accepted: EndpointDependence.accepted)
        }
        return dependence
    }
}
