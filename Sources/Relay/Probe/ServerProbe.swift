import EventLoop
import STUN
import SansIO
import TURN

/// Probes one host: its name, each service at each address, then the server as a whole.
final class ServerProbe {
    let plan: ProbePlan
    let credential: ProbeCredential
    let run: ProbeRun
    /// Where an allocation came about, in the order of the plan.
    var working: [ProbePlan.Place] = []
    /// Where the server answers, whether it allocates or not.
    var answering: [ProbePlan.Place] = []
    /// Whether the credential was taken; nil when nobody was asked.
    var isAccepted: Bool?
    /// Ports over which STUN has no answer: TURN over them has none either.
    private var silent: Set<Endpoint> = []

    init(_ plan: ProbePlan, _ credential: ProbeCredential, _ run: ProbeRun) {
        self.plan = plan
        self.credential = credential
        self.run = run
    }

    var host: String { plan.host }

    func perform() throws(SystemError) {
        guard let addresses = try addresses() else {
            let legs = plan.services.flatMap { service in
                ProbePlan.legs(of: service).map { ProbeLeg($0, service.transport, port: service.port) }
            }
            for leg in legs + plan.legsOfTheServer { run.skip(leg, of: host, "the name has no address") }
            return
        }
        for place in plan.places(at: addresses) {
            switch place.service.kind {
            case .stun: try probeSTUN(place)
            case .turn: try probeTURN(place)
            }
        }
        if !plan.legsOfTheServer.isEmpty { try probeServer() }
    }

    /// The leg `dns`; nil when it failed.
    private func addresses() throws(SystemError) -> [IPAddress]? {
        if let address = IPAddress(host) { return [address] }
        var addresses: [IPAddress] = []
        try run.find(ProbeLeg(.dns), of: host) { () throws(SystemError) in
            let lookup = try NameLookup(of: host)
            let watch = DescriptorWatch(lookup.fileDescriptor) { _ in _ = lookup.outcome }
            try run.loop.add(watch)
            defer { run.loop.remove(watch) }
            try run.wait(run.settings.timeout) { lookup.outcome != nil }
            if case .success(let found) = lookup.outcome { addresses = found }
            return .name(lookup.outcome, host: host, after: run.settings.timeout)
        }
        return addresses.isEmpty ? nil : addresses
    }

    // MARK: Services

    private func probeSTUN(_ place: ProbePlan.Place) throws(SystemError) {
        if place.service.transport == .tls, let reason = try certificateFault(place) {
            return skip(.stun, place, reason)
        }
        let judgement = try find(.stun, place) { () throws(SystemError) in
            .binding(try binding(at: place), at: place, after: run.settings.timeout)
        }
        if judgement.outcome == .failed { silent.insert(place.endpoint) }
    }

    private func probeTURN(_ place: ProbePlan.Place) throws(SystemError) {
        if place.service.transport == .tls, let reason = try certificateFault(place) {
            for leg in [ProbeLeg.Kind.turn, .echo] { skip(leg, place, reason) }
            return
        }
        if place.service.transport == .udp, silent.contains(place.endpoint) {
            for leg in [ProbeLeg.Kind.turn, .echo] {
                skip(leg, place, "no STUN over \(place.service.portText)")
            }
            return
        }
        var client: RelayClient?
        let judgement = try find(.turn, place) { () throws(SystemError) in
            guard let own = credential.credential(at: WallClock.now()) else {
                return try challenge(at: place)
            }
            switch try allocate(at: place, own) {
            case .failure(let failure):
                if case .allocate(.challenge(.unauthenticated)) = failure { noteRefusal(at: place) }
                return self.judgement(of: failure, at: place)
            case .success(let allocated):
                client = allocated
                return .allocated(allocated)
            }
        }
        guard let client else {
            return skip(
                .echo,
                place,
                judgement.outcome == .failed ? "no allocation" : "not without an allocation"
            )
        }
        working.append(place)
        answering.append(place)
        isAccepted = true
        try find(.echo, place) { () throws(SystemError) in try echo(by: client, at: place) }
        try close([client])
    }

    private func noteRefusal(at place: ProbePlan.Place) {
        answering.append(place)
        isAccepted = isAccepted ?? false
    }

    /// Without a credential: whether the server asks for one.
    private func challenge(at place: ProbePlan.Place) throws(SystemError) -> ProbeJudgement {
        let outcome = try strangersAllocate(at: place)
        if case .answered = outcome { answering.append(place) }
        return .challenged(outcome, at: place, after: run.settings.timeout)
    }

    /// The leg `certificate`; nil when TLS may go on, else why not.
    private func certificateFault(_ place: ProbePlan.Place) throws(SystemError) -> String? {
        let hasOther = working.contains { $0.service.transport == .tls && $0.address == place.address }
        let judgement = try find(.certificate, place) { () throws(SystemError) in
            switch try inspect(place) {
            case .success(let report): .certificate(report, host: host, at: WallClock.now())
            case .failure(let failure):
                ProbeJudgement.unreached(failure, at: place, after: run.settings.timeout)
                    .asGuess(place.service, isNeeded: !hasOther)
            }
        }
        guard judgement.facts["chain"] != nil else { return "no TLS there" }
        return judgement.outcome == .failed ? "its certificate is not believed" : nil
    }

    private func inspect(
        _ place: ProbePlan.Place
    ) throws(SystemError) -> Result<CertificateReport, LinkFailure> {
        let inspection: CertificateInspection
        do throws(LinkFailure) {
            inspection = try CertificateInspection(
                of: place.endpoint,
                name: host,
                trust: run.settings.trust,
                timeout: run.settings.timeout,
                in: run.loop
            )
        } catch {
            return .failure(error)
        }
        defer { run.loop.remove(inspection) }
        try run.wait(run.settings.timeout * 3) { inspection.outcome != nil }
        return inspection.outcome ?? .failure(.handshakeTimeout)
    }

    // MARK: Findings

    @discardableResult
    func find(
        _ kind: ProbeLeg.Kind,
        _ place: ProbePlan.Place,
        by attempt: () throws(SystemError) -> ProbeJudgement
    ) throws(SystemError) -> ProbeJudgement {
        try run.find(place.leg(kind), of: host, at: place.address, by: attempt)
    }

    func skip(_ kind: ProbeLeg.Kind, _ place: ProbePlan.Place, _ reason: String) {
        run.skip(place.leg(kind), of: host, at: place.address, reason)
    }
}
