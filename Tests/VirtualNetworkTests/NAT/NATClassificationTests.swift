import SansIO
import Testing
import VirtualNetwork

/// Every behaviour that can be asked for is what a prober finds, who knows nothing of the NAT's inside.
struct NATClassificationTests {
    static let dependences = EndpointDependence.allCases
    static let cells: [NATBehavior] = dependences.flatMap { mapping in
        dependences.flatMap { filtering in
            PortAssignment.allCases.flatMap { ports in
                Hairpinning.allCases.map { hairpin in
                    NATBehavior(mapping: mapping, filtering: filtering, ports: ports, hairpin: hairpin)
                }
            }
        }
    }

    /// Whether a hairpinned packet can arrive at all where the hosts know no more than what a server told.
    ///
    /// With a mapping for each destination the peer's packets come from an endpoint nobody was told; with
    /// the internal source from one that nobody has sent to. Only an open filter lets these in.
    private static func canArrive(_ behavior: NATBehavior) -> Bool {
        if behavior.filtering == .endpointIndependent { return true }
        return behavior.hairpin == .external && behavior.mapping == .endpointIndependent
    }

    @Test(arguments: cells)
    func isFoundAsItWasAskedFor(behavior: NATBehavior) {
        var classifier = NATClassifier(ProbedNAT(behavior))
        #expect(classifier.mapping() == behavior.mapping)
        #expect(classifier.filtering() == behavior.filtering)
        #expect(classifier.ports() == behavior.ports)
        let hairpin = classifier.hairpin()
        #expect(hairpin == (Self.canArrive(behavior) ? behavior.hairpin : Hairpinning.none))
    }

    @Test(arguments: cells)
    func saysWhyAHairpinnedPacketDoesNotArrive(behavior: NATBehavior) {
        let probed = ProbedNAT(behavior)
        var classifier = NATClassifier(probed)
        guard classifier.hairpin() == Hairpinning.none else { return }
        let drops = (probed.nat.drops[.hairpinRefused], probed.nat.drops[.filtered])
        #expect(behavior.hairpin == Hairpinning.none ? drops == (2, 0) : drops == (0, 2))
    }

    @Test(arguments: [
        (NATAlias.fullCone, EndpointDependence.endpointIndependent, EndpointDependence.endpointIndependent),
        (.addressRestricted, .endpointIndependent, .addressDependent),
        (.portRestricted, .endpointIndependent, .addressAndPortDependent),
        (.symmetric, .addressAndPortDependent, .addressAndPortDependent),
    ])
    func theClassicNamesAreWhatTheyAreTakenFor(
        alias: NATAlias,
        mapping: EndpointDependence,
        filtering: EndpointDependence
    ) {
        var classifier = NATClassifier(ProbedNAT(alias.behavior))
        #expect(classifier.mapping() == mapping)
        #expect(classifier.filtering() == filtering)
        #expect(classifier.ports() == (alias == .symmetric ? .random : .preserve))
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func randomPortsDependOnTheSeedOnly(seed: UInt64) {
        func ports(_ seed: UInt64) -> [UInt16?] {
            let nat = ProbedNAT(NATAlias.symmetric.behavior, seed: seed)
            return (0..<50).map { nat.external(of: .host(10, 5000), to: .server(1, 1000 + $0))?.port }
        }
        #expect(ports(seed) == ports(seed))
        #expect(ports(seed) != ports(seed + 100))
        #expect(Set(ports(seed)).count == 50)
    }
}
