import JSON
import STUN
import SansIO
import TURN

extension ProbeJudgement {
    /// A server that was asked for an allocation and gave none.
    ///
    /// A refused credential is no fault of the transport: the leg `credential` tells of it.
    static func unallocated(
        _ failure: AllocateFailure,
        at place: ProbePlan.Place,
        after timeout: Duration
    ) -> ProbeJudgement {
        switch failure {
        case .unanswered(nil): return silence(at: place, after: timeout)
        case .unanswered(let error?):
            return .failed(
                "it answers \(error.code) without MESSAGE-INTEGRITY, which no client may believe",
                fix:
                    "use a server that signs its errors (RFC 8489 §9.2.4); and see what \(error.code) is about",
                ["code": .integer(Int64(error.code)), "signed": false]
            )
        case .disconnected: return unreached(.closedByServer, at: place, after: timeout)
        case .brokenStream: return unreached(.notSTUN, at: place, after: timeout)
        case .challenge(let challenge): return self.challenge(challenge)
        case .tryAlternate(let server, let domain):
            return .failed(
                "it sends its clients on to \(domain ?? "\(server.address)") at \(server) (300)",
                fix: "name that server instead; browsers do not all follow it",
                ["code": 300, "alternate": .string("\(server)")]
            )
        case .incompleteSuccess:
            return .failed(
                "its success has no relayed address, no mapped address or no lifetime",
                fix: "use a server that answers as RFC 8656 §7.3 has it"
            )
        default: return refusal(failure)
        }
    }

    private static func challenge(_ failure: ChallengeFailure) -> ProbeJudgement {
        switch failure {
        case .unauthenticated:
            return .skipped("it answers, and takes no such credential: see credential", ["code": 401])
        case .staleNonce:
            return .failed(
                "it refuses the nonces that it has just given (438), again and again",
                fix: "several servers behind one address need one nonce key: send a client to one of them",
                ["code": 438]
            )
        case .bidDown:
            return .failed(
                "its offer of password algorithms was changed on the way, or contradicts its nonce",
                fix: "look for what rewrites STUN between here and there; try turns:",
                ["reason": "bid-down"]
            )
        case .unsupportedPasswordAlgorithm:
            return .failed(
                "it offers no password algorithm that is known: neither MD5 nor SHA-256",
                fix: "offer MD5 or SHA-256 (RFC 8489 §18.5)",
                ["reason": "password-algorithm"]
            )
        }
    }

    private static func refusal(_ failure: AllocateFailure) -> ProbeJudgement {
        switch failure {
        case .forbidden:
            .failed(
                "it refuses to serve this client (403)",
                fix: "see its log for the rule: a deny list, or TURN is off (castrelay without a secret)",
                ["code": 403]
            )
        case .allocationMismatch:
            .failed(
                "it has an allocation for this address and port already (437)",
                fix: "try again in two minutes; if it stays, something between hands out few ports (NAT)",
                ["code": 437]
            )
        case .addressFamilyNotSupported:
            .failed(
                "it has no relayed address of that family (440)",
                fix: "give the relay an address of that family (--relay-address)",
                ["code": 440]
            )
        case .wrongCredentials:
            .failed(
                "it takes the credential for another user's (441)",
                fix: "use one credential for one allocation",
                ["code": 441]
            )
        case .unsupportedTransportProtocol:
            .failed(
                "it does not relay UDP (442)",
                fix: "allow relaying UDP at the server",
                ["code": 442]
            )
        case .quotaReached:
            .failed(
                "the user has as many allocations as it may have (486)",
                fix: "raise --allocations-per-user, or find what leaves allocations behind",
                ["code": 486]
            )
        case .insufficientCapacity:
            .failed(
                "no relay port is free (508)",
                fix: "widen --relay-ports; one port is one allocation",
                ["code": 508]
            )
        case .unknownAttributes(let types):
            .failed(
                "it does not know what every client asks (420): "
                    + types.map { "\($0)" }.joined(separator: ", "),
                fix: "use a server of RFC 8656",
                ["code": 420]
            )
        case .refused(let error):
            .failed(
                "it refuses with \(error.code)\(error.reason.isEmpty ? "" : " \(printable(error.reason))")",
                fix: "see the server's log",
                ["code": .integer(Int64(error.code))]
            )
        default: .failed("no allocation: \(failure)", fix: "see the server's log")
        }
    }

    /// What a server wrote, fit for a terminal.
    static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(120).map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
        }
        return scalars.joined()
    }
}
