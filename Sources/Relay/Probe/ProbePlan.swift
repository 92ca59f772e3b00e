import SansIO
import TURN

/// What is to be looked at on one host, in order.
struct ProbePlan: Hashable, Sendable {
    /// A service at one of the host's addresses.
    struct Place: Hashable, Sendable {
        var service: ProbeService
        var address: IPAddress
        /// Nil where all addresses are of one family.
        var family: IPAddress.Family?

        var endpoint: Endpoint { Endpoint(address, service.port) }

        func leg(_ kind: ProbeLeg.Kind) -> ProbeLeg {
            ProbeLeg(kind, service.transport, port: service.port, family: family)
        }
    }

    /// The addresses of one name that are tried; more are named, and left out.
    static let mostAddresses = 4

    let host: String
    /// STUN over UDP stands before TURN over UDP at the same port: it tells whether UDP passes at all.
    private(set) var services: [ProbeService] = []

    init(host: String) {
        self.host = host
    }

    mutating func add(_ service: ProbeService) {
        if service.kind == .turn, service.transport == .udp {
            insert(ProbeService(.stun, .udp, port: service.port, isGuessed: service.isGuessed))
        }
        insert(service)
    }

    private mutating func insert(_ service: ProbeService) {
        let known = services.contains {
            $0.kind == service.kind && $0.transport == service.transport && $0.port == service.port
        }
        if !known { services.append(service) }
    }

    /// One plan for each host, in the order they were first named.
    static func plans(for targets: [ProbeTarget]) -> [ProbePlan] {
        var plans: [ProbePlan] = []
        func add(_ services: [ProbeService], to host: String) {
            let index = plans.firstIndex { $0.host == host }
            if index == nil { plans.append(ProbePlan(host: host)) }
            for service in services { plans[index ?? plans.count - 1].add(service) }
        }
        for target in targets {
            switch target {
            case .server(let uri): add([ProbeService(uri)], to: uri.host)
            case .host(let host): add(ProbeService.usual, to: host)
            case .iceConfig: break
            }
        }
        return plans
    }

    /// Every service at every address, an address after the other.
    func places(at addresses: [IPAddress]) -> [Place] {
        let tried = addresses.prefix(Self.mostAddresses)
        let isMixed = Set(tried.map(\.family)).count > 1
        return tried.flatMap { address in
            services.map { Place(service: $0, address: address, family: isMixed ? address.family : nil) }
        }
    }

    /// The legs that one service stands for, in order.
    static func legs(of service: ProbeService) -> [ProbeLeg.Kind] {
        switch (service.kind, service.transport) {
        case (.stun, .tls): [.certificate, .stun]
        case (.stun, _): [.stun]
        case (.turn, .tls): [.certificate, .turn, .echo]
        case (.turn, _): [.turn, .echo]
        }
    }

    /// What is asked of the server as a whole, once there is a transport that works.
    var legsOfTheServer: [ProbeLeg] {
        guard services.contains(where: { $0.kind == .turn }) else { return [] }
        return Self.afterTransports.map { ProbeLeg($0) }
    }

    private static let afterTransports: [ProbeLeg.Kind] = [
        .credential, .clock, .relayedAddress, .relayPorts, .relayToRelay, .deniedPeers, .strangers,
    ]
}
