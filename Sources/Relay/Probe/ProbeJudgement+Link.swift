import EventLoop
import JSON
import SansIO
import YAML

extension ProbeJudgement {
    /// A server that is not reached.
    static func unreached(
        _ failure: LinkFailure,
        at place: ProbePlan.Place,
        after timeout: Duration
    )
        -> ProbeJudgement
    {
        let port = place.service.portText
        let facts = ["reason": failure.fact]
        switch failure {
        case .noRoute where place.address.family == .v6:
            return .skipped("this machine has no way to \(place.address) (no IPv6 here)", facts)
        case .noRoute(let error):
            return .failed(
                "this machine has no way to \(place.address): \(error)",
                fix: "connect this machine to a network, or name an address that it reaches",
                facts
            )
        case .refused:
            return .failed(
                "nobody listens on \(port) at \(place.address)",
                fix:
                    "start the relay there, or let it listen on \(port) (\(Self.setting(of: place.service)))",
                facts
            )
        case .unreachable:
            return .failed(
                "\(place.address) can not be reached: a router or firewall says so",
                fix: "check the address, and the rule on the way that rejects \(port)",
                facts
            )
        case .connectTimeout: return silence(at: place, after: timeout)
        case .handshakeTimeout:
            return .failed(
                "\(port) takes the connection and then no TLS handshake in \(timeout.quantityText)",
                fix: "check what listens on \(port): a proxy without its server, or another protocol",
                facts
            )
        case .tls(let error): return noTLS(error, at: place)
        case .broken(let error):
            return .failed(
                "the connection broke: \(error)",
                fix: "see the server's log, and what stands between: a proxy or firewall may end it",
                facts
            )
        case .closedByServer:
            return .failed(
                "\(port) closes the connection at once",
                fix: "see the server's log: it may have too many connections, or \(port) is another service",
                facts
            )
        case .notSTUN:
            return .failed(
                "what answers on \(port) is no STUN or TURN server",
                fix: "move that service to another port, or name the relay's port",
                facts
            )
        }
    }

    /// Nothing comes back at all.
    static func silence(at place: ProbePlan.Place, after timeout: Duration) -> ProbeJudgement {
        let port = place.service.portText
        return .failed(
            "no answer from \(place.address) over \(port) in \(timeout.quantityText)",
            fix: "open \(port) in the firewalls before the relay (its own, its provider's, yours)",
            ["reason": "timeout"]
        )
    }

    private static func noTLS(_ error: TLSError, at place: ProbePlan.Place) -> ProbeJudgement {
        .failed(
            "no TLS on \(place.service.portText): \(error.reason)",
            fix: "give the relay --tls-certificate and --tls-key, or check what listens on "
                + place.service.portText,
            ["reason": "tls"]
        )
    }

    private static func setting(of service: ProbeService) -> String {
        service.transport == .tls ? "--tls-port \(service.port)" : "--port \(service.port)"
    }
}

extension LinkFailure {
    /// Its name for programs.
    fileprivate var fact: JSONValue {
        switch self {
        case .noRoute: "no-route"
        case .refused: "refused"
        case .unreachable: "unreachable"
        case .connectTimeout: "timeout"
        case .handshakeTimeout: "tls-timeout"
        case .tls: "tls"
        case .broken: "broken"
        case .closedByServer: "closed"
        case .notSTUN: "not-stun"
        }
    }
}
