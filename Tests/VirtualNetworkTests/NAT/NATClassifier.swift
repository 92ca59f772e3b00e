import SansIO
import VirtualNetwork

/// Tells a NAT's behaviour from outside and inside, by sending, as RFC 5780 §4 does, and what it leaves out.
///
/// Every test has sockets of its own: a port that was not used before.
struct NATClassifier {
    let nat: ProbedNAT
    private var nextPort: UInt16 = 20_000

    init(_ nat: ProbedNAT) {
        self.nat = nat
    }

    private mutating func socket(on host: UInt8 = 10) -> Endpoint {
        nextPort += 2
        return .host(host, nextPort)
    }

    /// RFC 5780 §4.3: which destinations share a mapping.
    mutating func mapping() -> EndpointDependence? {
        let socket = socket()
        let primary = nat.external(of: socket, to: .server(1, 3478))
        let otherAddress = nat.external(of: socket, to: .server(2, 3478))
        let otherBoth = nat.external(of: socket, to: .server(2, 3479))
        let again = nat.external(of: socket, to: .server(1, 3478))
        guard primary != nil, primary == again else { return nil }
        if primary == otherAddress { return otherAddress == otherBoth ? .endpointIndependent : nil }
        return otherAddress == otherBoth ? .addressDependent : .addressAndPortDependent
    }

    /// RFC 5780 §4.4: from where an answer comes in, a fresh socket for each question.
    mutating func filtering() -> EndpointDependence? {
        guard isAnswered(by: .server(1, 3478)) else { return nil }
        if isAnswered(by: .server(2, 3479)) { return .endpointIndependent }
        return isAnswered(by: .server(1, 3479)) ? .addressDependent : .addressAndPortDependent
    }

    private mutating func isAnswered(by answerer: Endpoint) -> Bool {
        let socket = socket()
        guard let external = nat.external(of: socket, to: .server(1, 3478)) else { return false }
        return nat.delivery(from: answerer, to: external) == socket
    }

    /// What 16 pairs of sockets, an even port and the odd one behind it, get outside.
    mutating func ports() -> PortAssignment? {
        var (kept, sameParity, contiguous) = (0, 0, 0)
        for _ in 0..<16 {
            let (even, odd) = (socket(), Endpoint.host(10, nextPort + 1))
            guard let first = nat.external(of: even, to: .server(1)),
                let second = nat.external(of: odd, to: .server(1))
            else { return nil }
            kept += (first.port == even.port ? 1 : 0) + (second.port == odd.port ? 1 : 0)
            sameParity += (first.port & 1 == 0 ? 1 : 0) + (second.port & 1 == 1 ? 1 : 0)
            contiguous += second.port == first.port &+ 1 ? 1 : 0
        }
        if kept == 32 { return .preserve }
        if contiguous == 16 && sameParity == 32 { return .contiguous }
        return sameParity == 32 ? .parity : .random
    }

    /// What happens between two inside hosts that use each other's external endpoints, both sending.
    mutating func hairpin() -> Hairpinning? {
        let (a, b) = (socket(on: 10), socket(on: 11))
        guard let externalA = nat.external(of: a, to: .server(1)),
            let externalB = nat.external(of: b, to: .server(1))
        else { return nil }
        _ = nat.send(from: b, to: externalA)
        let arrival = nat.send(from: a, to: externalB)
        guard arrival.way == .inside, arrival.destination == b else { return Hairpinning.none }
        if arrival.source == a { return .internal }
        return arrival.source.address == externalA.address ? .external : nil
    }
}
