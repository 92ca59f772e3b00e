internal import SansIO
internal import VirtualNetwork

/// What the answers of a discovery mean.
struct DiscoveryConclusion {
    private let exchanges: [Exchange]
    private let locals: [Endpoint]
    private let server: Endpoint
    private let other: Endpoint
    private let pace: DiscoveryPace

    init(
        _ exchanges: [Exchange],
        locals: [Endpoint],
        server: Endpoint,
        other: Endpoint,
        _ pace: DiscoveryPace
    ) {
        (self.exchanges, self.locals, self.server, self.other, self.pace) =
            (exchanges, locals, server, other, pace)
    }

    mutating func fill(_ findings: inout NATFindings, hairpin: HairpinTrial?) {
        findings.lostShare = lostShare
        findings.roundTrip = medianRoundTrip ?? findings.roundTrip
        let classes = DiscoverySockets.mapping.map(mapping)
        findings.mapping = classes.allSatisfy { $0 == classes[0] } ? classes[0] : nil
        findings.filtering = filtering
        findings.isPaired = isPaired
        findings.isConsistent = isConsistent(classes)
        (findings.ports, findings.portCount, findings.preservedCount) = ports
        if findings.isTranslated == true {
            findings.hairpin = hairpin.map { $0.result ?? .none }
            if hairpin?.result == nil, !isSilenceMeant { findings.hairpin = nil }
            if findings.ports == .preserve, findings.mapping == .endpointIndependent {
                findings.isStableAgainstUnsolicited = raceIsHarmless
            }
        }
    }

    private func answer(_ socket: Int, _ destination: Endpoint) -> Endpoint? {
        exchanges.first { $0.socket == socket && $0.destination == destination }?.answer
    }

    /// The mapping of one socket, from its endpoint as four endpoints of the server saw it.
    private func mapping(_ socket: Int) -> EndpointDependence? {
        guard let first = answer(socket, server),
            let samePlace = answer(socket, Endpoint(server.address, other.port)),
            let otherPlace = answer(socket, Endpoint(other.address, server.port)),
            let otherBoth = answer(socket, other)
        else { return nil }
        if first == samePlace, first == otherPlace, first == otherBoth { return .endpointIndependent }
        return first == samePlace && otherPlace == otherBoth ? .addressDependent : .addressAndPortDependent
    }

    /// Who may answer that was not asked.
    private var filtering: EndpointDependence? {
        let fromElsewhere = exchanges.first { $0.socket == DiscoverySockets.filterAny }?.isAnswered == true
        let fromOtherPort = exchanges.first { $0.socket == DiscoverySockets.filterPort }?.isAnswered == true
        if fromElsewhere { return .endpointIndependent }
        guard isSilenceMeant else { return nil }
        return fromOtherPort ? .addressDependent : .addressAndPortDependent
    }

    /// Of the exchanges that nothing but loss can have kept from an answer.
    private var answerable: [Exchange] {
        exchanges.filter { exchange in
            DiscoverySockets.mapping.contains(exchange.socket)
                || DiscoverySockets.ports.contains(exchange.socket)
        }
    }

    private var lostShare: Double {
        let attempts = answerable.reduce(0) { $0 + $1.attempts }
        let answered = answerable.count { $0.isAnswered }
        return attempts == 0 ? 0 : 1 - Double(answered) / Double(attempts)
    }

    /// Whether so many unanswered attempts happen by loss in less than one of a thousand cases.
    private var isSilenceMeant: Bool {
        var chance = 1.0
        for _ in 0..<pace.attempts { chance *= lostShare }
        return chance < 0.001
    }

    private var medianRoundTrip: Duration? {
        let times = exchanges.compactMap(\.roundTrip).sorted()
        return times.isEmpty ? nil : times[times.count / 2]
    }

    private var portAnswers: [(local: UInt16, external: Endpoint)] {
        DiscoverySockets.ports.compactMap { socket in
            answer(socket, server).map { (locals[socket].port, $0) }
        }
    }

    private var isPaired: Bool? {
        let addresses = Set(portAnswers.map(\.external.address))
        return addresses.isEmpty ? nil : addresses.count == 1
    }

    private func isConsistent(_ classes: [EndpointDependence?]) -> Bool? {
        let endpoints = portAnswers.map(\.external)
        guard !endpoints.isEmpty, !classes.contains(nil) else { return nil }
        return Set(endpoints).count == endpoints.count && Set(classes.compactMap(\.self)).count == 1
    }

    /// How external ports follow from internal ones.
    private var ports: (PortAssignment?, count: Int, preserved: Int) {
        let answers = portAnswers
        let preserved = answers.count { $0.local == $0.external.port }
        guard answers.count > 15 else { return (nil, answers.count, preserved) }
        // Another host may have had one or two of them already.
        if preserved >= answers.count - 2 { return (.preserve, answers.count, preserved) }
        let sameParity = answers.count { $0.local % 2 == $0.external.port % 2 }
        guard sameParity == answers.count else { return (.random, answers.count, preserved) }
        let byLocal = Dictionary(answers.map { ($0.local, $0.external.port) }) { first, _ in first }
        let pairs = byLocal.keys.filter { $0 % 2 == 0 }.compactMap { even -> Bool? in
            guard let low = byLocal[even], let high = byLocal[even + 1] else { return nil }
            return low + 1 == high
        }
        let neighbours = pairs.count { $0 }
        let isContiguous = pairs.count > 5 && neighbours * 4 >= pairs.count * 3
        return (isContiguous ? .contiguous : .parity, answers.count, preserved)
    }

    /// Whether the socket to which a packet came first has its own port all the same.
    private var raceIsHarmless: Bool? {
        guard let seen = answer(DiscoverySockets.race, server) else { return nil }
        guard seen.port == locals[DiscoverySockets.race].port else { return false }
        // Where all of them may have been lost, nothing came first.
        return isSilenceMeant ? true : nil
    }
}
