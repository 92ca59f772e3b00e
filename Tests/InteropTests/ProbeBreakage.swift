import Namespaces
import SansIO
import Testing

@testable import RelayDemo

/// One thing that is wrong with a relay or on the way to it, and the leg that has to be named for it.
struct ProbeBreakage: Sendable, CustomTestStringConvertible {
    /// The leg that fails first.
    let leg: String
    /// A part of what the probe says is to be done.
    let fix: String
    /// Who relays: castrelay, or coturn for what castrelay does not let anybody break.
    var server = RelayServer.castrelay
    /// What the relay is started with.
    var settings: @Sendable (inout RelayProcess.Settings) throws -> Void = { _ in }
    /// Rules that the relay's host has.
    var rules = ""
    /// What happens to the relay once it runs.
    var spoil: @Sendable (RelayProcess) throws -> Void = { _ in }
    /// What the probe is asked with besides the usual.
    var options: [ProbedRelay.Option] = []
    /// Which server is probed.
    var name: String

    var testDescription: String { name }

    /// Drops packets before they reach the relay, or before they leave its host.
    static func dropping(_ what: String, hook: String = "input", verdict: String = "drop") -> String {
        """
        table inet broken {
            chain broken {
                type filter hook \(hook) priority -10;
                \(what) \(verdict)
            }
        }

        """
    }

    static let all: [ProbeBreakage] = [
        ProbeBreakage(
            leg: "dns",
            fix: "name",
            options: [.withoutName],
            name: "the name is nobody's"
        ),
        ProbeBreakage(
            leg: "stun udp 3478",
            fix: "UDP 3478",
            rules: dropping("udp dport 3478"),
            name: "a firewall drops UDP"
        ),
        ProbeBreakage(
            leg: "turn udp 3478",
            fix: "",
            // Allocate requests, by the first two bytes behind the UDP header.
            rules: dropping("udp dport 3478 @th,64,16 0x0003"),
            name: "Allocate requests are dropped"
        ),
        ProbeBreakage(
            leg: "echo udp 3478",
            fix: "",
            // Data indications and ChannelData on their way to clients.
            rules: dropping("udp sport 3478 @th,64,16 0x0017", hook: "output")
                + dropping("udp sport 3478 @th,64,16 0x4000-0x4fff", hook: "output")
                .replacingFirst("table inet broken", by: "table inet broken2"),
            name: "what is relayed does not reach UDP clients"
        ),
        ProbeBreakage(
            leg: "turn tcp 3478",
            fix: "TCP 3478",
            rules: dropping("tcp dport 3478"),
            name: "a firewall drops TCP"
        ),
        ProbeBreakage(
            leg: "tls 5349",
            fix: "--ca-file",
            options: [.withoutAuthority],
            name: "nobody believes the certificate"
        ),
        ProbeBreakage(
            leg: "tls 5349",
            fix: "whole chain",
            spoil: { relay in try relay.sendOnlyTheCertificate() },
            options: [.withoutAuthority],
            name: "the chain is not sent whole"
        ),
        ProbeBreakage(
            leg: "tls 5349",
            fix: "order a certificate for",
            options: [.anotherName],
            name: "the certificate is for another name"
        ),
        ProbeBreakage(
            leg: "tls 5349",
            fix: "TCP 5349",
            rules: dropping("tcp dport 5349", verdict: "reject with tcp reset"),
            options: [.target("turns:relay.castlab.test:5349")],
            name: "nobody listens for TLS"
        ),
        ProbeBreakage(
            leg: "credential",
            fix: "secret",
            options: [.wrongSecret],
            name: "another secret"
        ),
        ProbeBreakage(
            leg: "credential",
            fix: "13 h",
            options: [.expiredCredential],
            name: "a credential that has expired"
        ),
        ProbeBreakage(
            leg: "clock",
            fix: "NTP",
            settings: { settings in
                settings.environment = try ClockOffset.environment(seconds: 120)
            },
            name: "the relay's clock is two minutes ahead"
        ),
        ProbeBreakage(
            leg: "relayed address",
            fix: "--external-ip",
            settings: { $0.options = ["--external-ip", "192.168.77.7/198.18.0.1"] },
            name: "the relay advertises an address of its LAN"
        ),
        ProbeBreakage(
            leg: "relay ports",
            fix: "49152-49351",
            rules: dropping("udp dport 49152-49351 iifname eth0"),
            name: "a firewall drops the relay's ports"
        ),
        ProbeBreakage(
            leg: "relay to relay",
            fix: "allow its own address",
            server: .coturn,
            settings: { $0.options = ["denied-peer-ip=2001:2::1"] },
            name: "the relay refuses its own IPv6 address as a peer"
        ),
        ProbeBreakage(
            leg: "strangers",
            fix: "credential",
            server: .coturn,
            settings: { $0.asksForCredentials = false },
            options: [.withoutCredential],
            name: "the relay relays for anybody"
        ),
        ProbeBreakage(
            leg: "denied peers",
            fix: "",
            settings: { $0.options = ["--allow-peer", "127.0.0.0/8,10.0.0.0/8"] },
            name: "the relay lets clients reach its own host"
        ),
        ProbeBreakage(
            leg: "ice-config",
            fix: "",
            options: [.iceConfigWithoutToken],
            name: "ice-config without a token"
        ),
    ]
}

extension String {
    fileprivate func replacingFirst(_ text: String, by other: String) -> String {
        guard hasPrefix(text) else { return self }
        return other + dropFirst(text.count)
    }
}
