internal import NetworkCheck
internal import SansIO
internal import Scenario
internal import VirtualNetwork

/// Compares what a discovery found with what a description asks for.
enum RouterProof {
    static func findings(
        _ expected: RouterExpectation,
        _ found: NATFindings,
        host: String
    ) -> [ProofFinding] {
        let place =
            expected.routers.isEmpty
            ? host
            : "\(expected.routers.map { "the router of \($0)" }.joined(separator: " and ")) (from \(host))"
        guard expected.passesUDP else {
            return [
                ProofFinding(
                    place,
                    "UDP",
                    asked: "blocked",
                    found: found.isReached ? "let through" : "blocked",
                    holds: !found.isReached
                )
            ]
        }
        guard found.isReached else {
            return [
                ProofFinding(place, "UDP", asked: "let through", found: "not answered", holds: false)
            ]
        }
        var findings = [
            ProofFinding(
                place,
                "address",
                asked: expected.isTranslated ? "translated" : "its own",
                found: found.isTranslated == true ? "translated" : "its own",
                holds: found.isTranslated == expected.isTranslated
            ),
            ProofFinding(place, "mapping", asked: expected.mapping, found: found.mapping),
            ProofFinding(place, "filtering", asked: expected.filtering, found: found.filtering),
        ]
        guard expected.isTranslated else { return findings }
        if let ports = expected.ports {
            findings.append(ProofFinding(place, "port assignment", asked: ports, found: found.ports))
        }
        if let hairpin = expected.hairpin {
            findings.append(ProofFinding(place, "hairpinning", asked: hairpin, found: found.hairpin))
        }
        findings.append(
            ProofFinding(
                place,
                "treatment of several sockets",
                asked: "alike, an endpoint each",
                found: found.isConsistent == true ? "alike, an endpoint each" : "not alike",
                holds: found.isConsistent == true
            )
        )
        if let isStable = found.isStableAgainstUnsolicited {
            func words(_ isStable: Bool) -> String {
                isStable ? "left alone by what nobody asked for" : "taken away by what nobody asked for"
            }
            findings.append(
                ProofFinding(
                    place,
                    "a mapping",
                    asked: words(expected.isStableAgainstUnsolicited),
                    found: words(isStable),
                    holds: isStable == expected.isStableAgainstUnsolicited
                )
            )
        }
        return findings
    }
}
