import SansIO
import Testing
import VirtualNetwork

/// What the firewalls that keep calls from being direct let through, by flow.
struct FirewallTests {
    private let now = Instant(nanoseconds: 1)
    private static let hosts = ["192.168.1.10", "2001:2:0:1::10"].compactMap { IPAddress($0) }
    private static let servers = ["198.18.0.1", "2001:2::1"].compactMap { IPAddress($0) }

    /// A flow from inside, IPv4 for 0 and IPv6 for 1.
    private static func flow(
        _ protocol: IPProtocol,
        _ version: Int,
        to port: UInt16,
        host: UInt16 = 5000
    )
        -> FlowKey
    {
        FlowKey(`protocol`, from: Endpoint(hosts[version], host), to: Endpoint(servers[version], port))
    }

    private func verdict(_ preset: FirewallPreset, _ flow: FlowKey) -> [Firewall.Verdict] {
        let proxies = Self.servers.map { Endpoint($0, 8080) }
        var firewall = Firewall(preset.policy(proxies: proxies), seed: 1)
        let out = firewall.outbound(flow, .syn, at: now)
        return [out, firewall.inbound(flow.reversed, [.syn, .ack], at: now)]
    }

    @Test(arguments: [0, 1])
    func everyPresetLetsThroughWhatItsNameSays(version: Int) {
        let passed: [Firewall.Verdict] = [.passed, .passed]
        let refused: [Firewall.Verdict] = [.dropped(.refusedByRule), .dropped(.refusedByRule)]
        let ping = Self.flow(version == 0 ? .icmp : .icmpv6, version, to: 0)
        let table: [(FlowKey, [FirewallPreset: Bool])] = [
            (Self.flow(.udp, version, to: 3478), [.stateful: true]),
            (Self.flow(.udp, version, to: 443), [.stateful: true]),
            (Self.flow(.tcp, version, to: 3478), [.stateful: true, .udpBlocked: true]),
            (Self.flow(.tcp, version, to: 443), [.stateful: true, .udpBlocked: true, .tcp443Only: true]),
            (Self.flow(.tcp, version, to: 8080), [.stateful: true, .udpBlocked: true, .httpProxyOnly: true]),
            (ping, [.stateful: true, .udpBlocked: true]),
        ]
        for (flow, passes) in table {
            for preset in FirewallPreset.allCases {
                let expected = passes[preset] == true ? passed : refused
                #expect(verdict(preset, flow) == expected, "\(preset) \(flow)")
            }
        }
    }

    /// A proxy's port on another host is no proxy.
    @Test func theProxyIsOneHost() {
        let policy = FirewallPreset.httpProxyOnly.policy(proxies: [.server(1, 8080)])
        var firewall = Firewall(policy, seed: 1)
        func out(_ server: Endpoint) -> Firewall.Verdict {
            firewall.outbound(FlowKey(.tcp, from: .host(10, 5000), to: server), .syn, at: now)
        }
        #expect(out(.server(1, 8080)) == .passed)
        #expect(out(.server(2, 8080)) == .dropped(.refusedByRule))
        #expect(out(.server(1, 8081)) == .dropped(.refusedByRule))
        var none = Firewall(FirewallPreset.httpProxyOnly.policy(), seed: 1)
        let flow = FlowKey(.tcp, from: .host(10, 5000), to: .server(1, 8080))
        #expect(none.outbound(flow, .syn, at: now) == .dropped(.refusedByRule))
    }

    /// RFC 6092 §3.1: whom a packet from inside lets in.
    @Test(arguments: EndpointDependence.allCases, [0, 1])
    func theFilterDecidesWhoMayAnswer(filtering: EndpointDependence, version: Int) {
        var firewall = Firewall(FirewallPolicy(filtering: filtering), seed: 1)
        let flow = Self.flow(.udp, version, to: 3478)
        let (samePort, sameHost) = (flow.reversed, Self.flow(.udp, version, to: 3479).reversed)
        var stranger = flow.reversed
        stranger.source.address = Self.hosts[version]
        func verdicts() -> [Firewall.Verdict] {
            [samePort, sameHost, stranger].map { firewall.inbound($0, at: now) }
        }
        let refused = Firewall.Verdict.dropped(.unsolicited)
        #expect(verdicts() == [refused, refused, refused])
        let count = firewall.sessionCount
        #expect(count == 0)
        #expect(firewall.outbound(flow, at: now) == .passed)
        let mayAnswer =
            switch filtering {
            case .endpointIndependent: [true, true, true]
            case .addressDependent: [true, true, false]
            case .addressAndPortDependent: [true, false, false]
            }
        #expect(verdicts() == mayAnswer.map { $0 ? .passed : refused })
    }

    @Test(arguments: EndpointDependence.allCases)
    func flowsEndByTheirTimeouts(filtering: EndpointDependence) {
        for refresh in MappingRefresh.allCases {
            let policy = FirewallPolicy(filtering: filtering, refresh: refresh)
            var firewall = Firewall(policy, seed: 1)
            let flow = Self.flow(.udp, 1, to: 3478)
            #expect(firewall.outbound(flow, at: now) == .passed)
            let middle = now + .seconds(299)
            #expect(firewall.inbound(flow.reversed, at: middle) == .passed)
            let late = firewall.inbound(flow.reversed, at: middle + .seconds(299))
            #expect(late == (refresh == .both ? .passed : .dropped(.unsolicited)))
        }
    }

    @Test(arguments: EndpointDependence.allCases)
    func onlyTheFiltersFriendsOpenConnections(filtering: EndpointDependence) {
        var firewall = Firewall(FirewallPolicy(filtering: filtering), seed: 1)
        let mine = Self.flow(.tcp, 1, to: 443)
        let theirs = Self.flow(.tcp, 1, to: 999).reversed
        #expect(firewall.inbound(theirs, .syn, at: now) == .dropped(.unsolicited))
        #expect(firewall.outbound(mine, .syn, at: now) == .passed)
        let refused = Firewall.Verdict.dropped(.unsolicited)
        let expected = filtering == .addressAndPortDependent ? refused : .passed
        #expect(firewall.inbound(theirs, .syn, at: now) == expected)
        #expect(firewall.inbound(theirs, .ack, at: now) == refused)
    }

    @Test func refusesWithTheWordsOfItsPolicy() {
        let policy = FirewallPolicy(
            [FirewallRule(.refuse, .udp)],
            outboundRefusal: .reject,
            inboundRefusal: .drop
        )
        var firewall = Firewall(policy, seed: 1)
        let flow = Self.flow(.udp, 0, to: 3478)
        #expect(firewall.outbound(flow, at: now) == .rejected(.refusedByRule))
        #expect(firewall.inbound(flow.reversed, at: now) == .dropped(.refusedByRule))
        let drops = firewall.drops
        #expect(drops[.refusedByRule] == 2 && drops.total == 2)
    }

    /// UDP is blocked in the middle of a call, and comes back: the flow is still known.
    @Test func aNewRuleHoldsForLiveFlowsAtOnce() {
        var firewall = Firewall(FirewallPolicy(), seed: 1)
        let flow = Self.flow(.udp, 0, to: 3478)
        #expect(firewall.outbound(flow, at: now) == .passed)
        firewall.changePolicy(to: FirewallPreset.udpBlocked.policy(), at: now)
        #expect(firewall.inbound(flow.reversed, at: now) == .dropped(.refusedByRule))
        #expect(firewall.outbound(flow, at: now) == .dropped(.refusedByRule))
        firewall.changePolicy(to: FirewallPolicy(), at: now)
        #expect(firewall.inbound(flow.reversed, at: now) == .passed)
        firewall.reboot(at: now)
        #expect(firewall.inbound(flow.reversed, at: now) == .dropped(.unsolicited))
    }

    @Test func remembersNoMoreThanItMay() {
        var firewall = Firewall(FirewallPolicy(), sessionLimit: 2, seed: 1)
        let verdicts = (1...3).map { firewall.outbound(Self.flow(.udp, 0, to: $0), at: now) }
        #expect(verdicts == [.passed, .passed, .dropped(.tableFull)])
        let later = now + .seconds(300)
        #expect(firewall.outbound(Self.flow(.udp, 0, to: 3), at: later) == .passed)
    }

    @Test func theFirstRuleAboutAFlowDecides() throws {
        let block = try #require(IPPrefix("198.18.0.0/24"))
        let policy = FirewallPolicy([
            FirewallRule(.pass, .udp, addresses: block, ports: 3478...3479),
            FirewallRule(.refuse, addresses: block),
        ])
        var firewall = Firewall(policy, seed: 1)
        func passes(_ protocol: IPProtocol, _ server: Endpoint) -> Bool {
            let flow = FlowKey(`protocol`, from: .host(10, 5000), to: server)
            return firewall.outbound(flow, .syn, at: now) == .passed
        }
        #expect(passes(.udp, .server(1, 3478)) && passes(.udp, .server(1, 3479)))
        #expect(!passes(.udp, .server(1, 3480)) && !passes(.tcp, .server(1, 3478)))
        #expect(passes(.tcp, Endpoint(.wan, 3478)))
    }

    @Test func namesThePresets() throws {
        #expect(try FirewallPreset(word: "tcp-443-only") == .tcp443Only)
        let error = #expect(throws: UnknownWord.self) { try FirewallPreset(word: "udp-block") }
        let accepted = "stateful, udp-blocked, tcp-443-only, http-proxy-only"
        let guess = "did you mean \"udp-blocked\"?"
        #expect(error?.description == "unknown firewall \"udp-block\", \(guess) (accepted: \(accepted))")
    }
}
