import EventLoop
import JSON
import STUN
import SansIO
import TURN
import YAML

extension ProbeJudgement {
    /// What the system knows of a name; nil when it did not answer in time.
    static func name(_ outcome: NameLookup.Outcome?, host: String, after timeout: Duration) -> ProbeJudgement
    {
        switch outcome {
        case .success(let addresses):
            let texts = addresses.map(\.description)
            let rest = texts.count - ProbePlan.mostAddresses
            let left = rest > 0 ? " (\(rest) of them not tried)" : ""
            return .passed(
                texts.joined(separator: ", ") + left,
                ["addresses": .array(texts.map { .string($0) })]
            )
        case .failure(.unknownName):
            return .failed(
                "\(host) has no address",
                fix: "add an A record (and AAAA, if it has IPv6) for \(host), or correct the name"
            )
        case .failure(.noAnswer):
            return .failed(
                "no name server answers for \(host)",
                fix: "check this machine's name servers, then the domain's"
            )
        case .failure(.other(let text)):
            return .failed("\(host): \(text)", fix: "check this machine's name resolution")
        case nil:
            return .failed(
                "no name server answers for \(host) in \(timeout.quantityText)",
                fix: "check this machine's name servers, then the domain's"
            )
        }
    }

    /// The answer to a Binding request.
    static func binding(
        _ answer: (response: BindingResponse?, outcome: STUNExchange.Outcome),
        at place: ProbePlan.Place,
        after timeout: Duration
    ) -> ProbeJudgement {
        switch answer.outcome {
        case .unanswered: return silence(at: place, after: timeout)
        case .failed(let failure): return unreached(failure, at: place, after: timeout)
        case .answered(_, let roundTrip):
            switch answer.response {
            case .mapped(let client, _, _):
                var judgement = passed("you are \(client)", ["mapped": .string("\(client)")])
                judgement.measured = roundTrip
                return judgement
            case .refused(let error, _):
                return .failed(
                    "it refuses to tell our address (\(error.code))",
                    fix: "let the server answer Binding requests without a credential",
                    ["code": .integer(Int64(error.code))]
                )
            case nil: return unreached(.notSTUN, at: place, after: timeout)
            }
        }
    }

    /// An allocation that came about.
    static func allocated(_ client: RelayClient) -> ProbeJudgement {
        guard let grant = client.grant, let relayed = grant.relayed.first else {
            return .failed("no allocation", fix: "see the server's log")
        }
        return .passed(
            "relay \(relayed)",
            [
                "relayed": .array(grant.relayed.map { .string("\($0)") }),
                "mapped": .string("\(grant.mapped)"),
                "lifetimeSeconds": .integer(grant.lifetime.components.seconds),
            ]
        )
    }

    /// The answer to an Allocate request without a credential, where none was given.
    static func challenged(
        _ outcome: STUNExchange.Outcome,
        at place: ProbePlan.Place,
        after timeout: Duration
    ) -> ProbeJudgement {
        switch outcome {
        case .unanswered: return silence(at: place, after: timeout)
        case .failed(let failure): return unreached(failure, at: place, after: timeout)
        case .answered(let bytes, _):
            let message = try? MessageView(bytes.span)
            let error = try? message?.attribute(ErrorCode.self)
            guard let error else { return .skipped("it answers, and asks for no credential: see strangers") }
            let facts: [String: JSONValue] = ["code": .integer(Int64(error.code))]
            guard error.code != ErrorCode.unauthenticated.code else {
                return .skipped("it answers; to allocate, give --secret-file or --username", facts)
            }
            return .skipped("it answers with \(error.code)", facts)
        }
    }

    /// The same of a TLS port that nobody has named: that nobody listens there is then no failure.
    ///
    /// It is doubtful as long as no other TLS port works.
    func asGuess(_ service: ProbeService, isNeeded: Bool) -> ProbeJudgement {
        guard service.isGuessed, outcome == .failed, ["refused", "timeout"].contains(facts["reason"]) else {
            return self
        }
        var copy = self
        copy.outcome = isNeeded ? .warning : .skipped
        copy.fix =
            isNeeded ? "let the relay take TLS on 443 (--tls-port 443): some networks pass nothing else" : nil
        return copy
    }
}
