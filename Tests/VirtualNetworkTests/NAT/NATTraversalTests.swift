import SansIO
import Testing
import VirtualNetwork

/// Which pairs of NATs a call crosses directly: what libwebrtc's own test matrix says, and no more.
struct NATTraversalTests {
    private static let dependences = EndpointDependence.allCases
    static let behaviors = dependences.flatMap { mapping in
        dependences.map { filtering in NATBehavior(mapping: mapping, filtering: filtering) }
    }

    private static func home(_ host: UInt8, _ chain: NATWorld.Box...) -> NATWorld.Host {
        NATWorld.Host(socket: .host(host, 5000 + UInt16(host)), chain: chain)
    }

    private static var open: NATWorld.Host { NATWorld.Host(socket: .server(9, 5000)) }

    private static func box(_ behavior: NATBehavior, _ address: IPAddress) -> NATWorld.Box {
        NATWorld.Box(behavior, address, seed: address.low)
    }

    private static func publicBox(_ behavior: NATBehavior, _ number: UInt8) -> NATWorld.Box {
        box(behavior, IPAddress(198, 18, 9, number))
    }

    private static func cgnBox(_ behavior: NATBehavior, _ number: UInt8) -> NATWorld.Box {
        box(behavior, IPAddress(100, 64, 0, number))
    }

    /// Whether two hosts connect, whoever starts; nil when that depends on who does.
    private static func connects(_ hosts: () -> [NATWorld.Host]) -> Bool? {
        let server = NATWorld.Host(socket: .server(1))
        let found = [0, 1].map { NATWorld(hosts() + [server]).connectsDirectly(startingWith: $0) }
        return found[0] == found[1] ? found[0] : nil
    }

    /// Endpoint-independent mappings always meet; one of them meets a dependent one unless it filters by port;
    /// two dependent ones meet if one depends on addresses only and the filters are open enough.
    private static func isDirect(_ a: NATBehavior, _ b: NATBehavior) -> Bool {
        let isIndependent = [a, b].map { $0.mapping == .endpointIndependent }
        if isIndependent == [true, true] { return true }
        if isIndependent[0] { return a.filtering != .addressAndPortDependent }
        if isIndependent[1] { return b.filtering != .addressAndPortDependent }
        let filters = [a.filtering, b.filtering]
        return (a.mapping == .addressDependent || b.mapping == .addressDependent)
            && filters.contains(.endpointIndependent) && !filters.contains(.addressAndPortDependent)
    }

    @Test(arguments: behaviors, behaviors)
    func meetsTheMatrix(a: NATBehavior, b: NATBehavior) {
        let found = Self.connects {
            [Self.home(1, Self.publicBox(a, 1)), Self.home(2, Self.publicBox(b, 2))]
        }
        #expect(found == Self.isDirect(a, b))
    }

    @Test(arguments: behaviors)
    func reachesAHostWithoutNATFromAny(behavior: NATBehavior) {
        #expect(Self.connects { [Self.home(1, Self.publicBox(behavior, 1)), Self.open] } == true)
    }

    /// Isolated hosts behind one NAT meet only by a hairpin whose source is the one that peers are told.
    ///
    /// With address-dependent mappings and an open filter they are told by the first check.
    @Test(arguments: behaviors, Hairpinning.allCases)
    func needsAHairpinBehindOneNAT(behavior: NATBehavior, hairpin: Hairpinning) {
        var behavior = behavior
        behavior.hairpin = hairpin
        let found = Self.connects {
            let shared = Self.publicBox(behavior, 1)
            return [Self.home(1, shared), Self.home(2, shared)]
        }
        let isTold =
            behavior.mapping == .endpointIndependent
            || (behavior.mapping == .addressDependent && behavior.filtering == .endpointIndependent)
        #expect(found == (hairpin == .external && isTold))
    }

    private static func meetBehindCGN(inner: NATBehavior, cgn: NATBehavior, _ hairpin: Hairpinning) -> Bool? {
        var cgn = cgn
        cgn.hairpin = hairpin
        return connects {
            let shared = publicBox(cgn, 1)
            return [home(1, cgnBox(inner, 1), shared), home(2, cgnBox(inner, 2), shared)]
        }
    }

    @Test(arguments: dependences, dependences)
    func meetsBehindOneCGNThatHairpinsWithTheExternalSource(
        inner: EndpointDependence,
        outer: EndpointDependence
    ) {
        let (home, cgn) = (NATBehavior(filtering: inner), NATBehavior(filtering: outer))
        #expect(Self.meetBehindCGN(inner: home, cgn: cgn, .external) == true)
        #expect(Self.meetBehindCGN(inner: home, cgn: cgn, .none) == false)
        let isOpen = inner == .endpointIndependent && outer == .endpointIndependent
        #expect(Self.meetBehindCGN(inner: home, cgn: cgn, .internal) == isOpen)
        let symmetric = NATAlias.symmetric.behavior
        #expect(Self.meetBehindCGN(inner: symmetric, cgn: cgn, .external) == false)
        #expect(Self.meetBehindCGN(inner: home, cgn: symmetric, .external) == false)
    }

    /// Two NATs in series act as one with the more dependent mapping and the stricter filter.
    ///
    /// Of the 810 combinations three connect though that rule says no: the inner NAT's open port lets in what
    /// the peer's new port behind the outer one sends.
    @Test func twoNATsActAsTheStricterOfBoth() {
        func rank(_ dependence: EndpointDependence) -> Int {
            Self.dependences.firstIndex(of: dependence) ?? 0
        }
        func stricter(_ a: EndpointDependence, _ b: EndpointDependence) -> EndpointDependence {
            rank(a) < rank(b) ? b : a
        }
        var exceptions: [(inner: NATBehavior, outer: NATBehavior)] = []
        for inner in Self.behaviors {
            for outer in Self.behaviors {
                let both = NATBehavior(
                    mapping: stricter(inner.mapping, outer.mapping),
                    filtering: stricter(inner.filtering, outer.filtering)
                )
                for peer in [nil] + Self.behaviors.map(Optional.some) {
                    let found = Self.connects {
                        let far = peer.map { Self.home(2, Self.publicBox($0, 2)) } ?? Self.open
                        return [Self.home(1, Self.cgnBox(inner, 1), Self.publicBox(outer, 1)), far]
                    }
                    let expected = peer.map { Self.isDirect(both, $0) } ?? true
                    if found != expected { exceptions.append((inner, outer)) }
                }
            }
        }
        #expect(exceptions.count == 3)
        for (inner, outer) in exceptions {
            #expect(inner == NATBehavior(filtering: .addressDependent))
            #expect(outer.mapping != .endpointIndependent && outer.filtering == .endpointIndependent)
        }
    }
}
