import STUN
import SansIO
import Testing

@testable import TURN

/// Which peers the relay talks to, in whatever encoding they come.
struct PeerPolicyTests {
    private func address(_ text: String) throws -> IPAddress {
        try #require(IPAddress(text), "\(text) is no address")
    }

    private func prefix(_ text: String) throws -> IPPrefix {
        try #require(IPPrefix(text), "\(text) is no prefix")
    }

    @Test func everyEntryOfTheRegistryIsAPrefix() {
        #expect(SpecialPurposeRegistry.blocks.count == SpecialPurposeRegistry.entryCount)
    }

    /// First, middle and last address of every block are refused.
    @Test func everyBlockIsRefusedFromItsFirstToItsLastAddress() throws {
        let policy = PeerPolicy()
        for block in SpecialPurposeRegistry.blocks {
            let (first, last) = Self.bounds(block.prefix)
            let middle = Self.bounds(
                try #require(IPPrefix(last, length: min(block.prefix.length + 1, last.family.bitCount)))
            ).first
            for address in [first, middle, last] {
                #expect(policy.denial(of: address) != nil, "\(address) of \(block.prefix)")
            }
        }
    }

    @Test(arguments: [
        "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
        "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
        "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
        "8.8.8.8", "2001:200::", "2001:db7:ffff::1", "2001:db9::", "2003::", "2a00::1",
        "3ffe:ffff::1", "3fff:1000::", "2620:4f:7fff::1", "2620:4f:8001::1",
    ])
    func theNeighboursOfTheBlocksAreNot(text: String) throws {
        #expect(PeerPolicy().denial(of: try address(text)) == nil)
    }

    /// CVE-2020-26262: 0.0.0.0, :: and the like reached the host's own services.
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "127.0.0.1", "127.255.255.254", "::", "::1", "255.255.255.255", "224.0.0.1",
        "169.254.169.254", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "100.64.0.1", "10.0.0.1",
        "172.16.0.1", "192.168.1.1",
    ])
    func whatIsNoPlaceOnTheInternetIsRefused(text: String) throws {
        #expect(PeerPolicy().denial(of: try address(text)) != nil)
    }

    /// CVE-2026-27624: the mapped forms got round the rules for the IPv4 address inside.
    @Test(arguments: ["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1", "0.0.0.0", "8.8.8.8"])
    func noEncodingGetsRoundIt(inner: String) throws {
        let v4 = UInt64(try address(inner).low)
        let encodings = [
            IPAddress(v6: 0, 0xFFFF_0000_0000 | v4),  // mapped
            IPAddress(v6: 0, v4),  // compatible
            IPAddress(v6: 0, 0xFFFF_0000 << 32 | v4),  // translated
            IPAddress(v6: 0x0064_FF9B_0000_0000, v4),  // NAT64
            IPAddress(v6: 0x0064_FF9B_0001_0000, v4),  // NAT64, local use
            IPAddress(v6: 0x0064_FF9B_0001_0000 | v4 >> 16, v4 << 48),  // the same with a /48
            IPAddress(v6: 0x2002 << 48 | v4 << 16, 1),  // 6to4
            IPAddress(v6: 0x2001_0000_0000_0000, ~v4 & 0xFFFF_FFFF),  // Teredo
        ]
        for address in encodings { #expect(PeerPolicy().denial(of: address) != nil, "\(address)") }
    }

    @Test(arguments: [("127.0.0.1", true), ("10.1.2.3", true), ("8.8.8.8", false)])
    func anISATAPAddressIsJudgedByWhatIsInside(inner: String, isRefused: Bool) throws {
        let v4 = UInt64(try address(inner).low)
        for mark in [0x0000_5EFE, 0x0200_5EFE] as [UInt64] {
            let outer = IPAddress(v6: 0x2A00_0000_0000_0001, mark << 32 | v4)
            #expect((PeerPolicy().denial(of: outer) != nil) == isRefused)
        }
    }

    @Test func theDenialNamesTheRule() throws {
        let policy = PeerPolicy(denied: [try prefix("31.5.0.0/16")], hostAddresses: [try address("31.6.0.1")])
        func text(_ peer: String) throws -> String? {
            policy.denial(of: try address(peer))?.description
        }
        #expect(try text("10.0.0.1") == "10.0.0.0/8 is special-purpose: private use (RFC 1918)")
        #expect(
            try text("::ffff:10.0.0.1")
                == "it carries 10.0.0.1, and 10.0.0.0/8 is special-purpose: private use (RFC 1918)"
        )
        #expect(try text("31.5.1.1") == "31.5.0.0/16 is on the deny list")
        #expect(try text("31.6.0.1") == "it is an address of the relay's own host")
        #expect(try text("31.7.0.1") == nil)
    }

    /// The deny list works from the first to the last address of a block, and no further.
    @Test func aDeniedBlockIsDeniedWhole() throws {
        let policy = PeerPolicy(denied: [try prefix("2a00:1200::/24"), try prefix("31.5.6.128/25")])
        for text in [
            "2a00:1200::", "2a00:1280::1", "2a00:12ff:ffff:ffff:ffff:ffff:ffff:ffff", "31.5.6.128",
            "31.5.6.255",
        ] {
            #expect(policy.denial(of: try address(text)) != nil)
        }
        for text in ["2a00:1300::", "2a00:11ff:ffff:ffff:ffff:ffff:ffff:ffff", "31.5.6.127", "31.5.7.0"] {
            #expect(policy.denial(of: try address(text)) == nil)
        }
    }

    @Test func fd00IsDeniedWhole() throws {
        for text in ["fd00::", "fd80::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fc00::"] {
            #expect(PeerPolicy().denial(of: try address(text)) != nil)
        }
        #expect(PeerPolicy().denial(of: try address("fbff::1")) == nil)
    }

    @Test func theAllowListOpensWhatALANNeeds() throws {
        let policy = PeerPolicy(allowed: [try prefix("10.0.0.0/8")], denied: [try prefix("10.9.0.0/16")])
        #expect(policy.denial(of: try address("10.1.2.3")) == nil)
        #expect(policy.denial(of: try address("10.9.0.1")) != nil)
        #expect(policy.denial(of: try address("192.168.0.1")) != nil)
        // The other forms of the same address stay closed.
        #expect(policy.denial(of: try address("::ffff:10.1.2.3")) != nil)
        #expect(policy.denial(of: try address("64:ff9b::a01:203")) != nil)
        #expect(policy.denial(of: try address("2002:a01:203::1")) != nil)
    }

    @Test func theDenyListGoesBeforeTheAllowListWhateverIsLonger() throws {
        let policy = PeerPolicy(
            allowed: [try prefix("10.9.1.0/24"), try prefix("10.0.0.0/8")],
            denied: [try prefix("10.9.0.0/16"), try prefix("10.8.0.0/16")]
        )
        #expect(policy.denial(of: try address("10.9.1.1")) != nil)
        #expect(policy.denial(of: try address("10.8.0.1")) != nil)
        #expect(policy.denial(of: try address("10.7.0.1")) == nil)
    }

    @Test func aDeniedIPv4AddressIsDeniedInsideIPv6() throws {
        let policy = PeerPolicy(allowed: [try prefix("::/0")], denied: [try prefix("31.5.0.0/16")])
        #expect(policy.denial(of: try address("::ffff:31.5.0.1")) != nil)
        #expect(policy.denial(of: try address("2002:1f05:1::1")) != nil)
    }

    @Test func noListOpensTheHostItself() throws {
        let policy = PeerPolicy(
            allowed: [try prefix("0.0.0.0/0"), try prefix("::/0")],
            hostAddresses: [try address("10.0.0.5"), try address("127.0.0.1")]
        )
        for text in ["10.0.0.5", "127.0.0.1", "::ffff:10.0.0.5", "::ffff:127.0.0.1", "64:ff9b::a00:5"] {
            #expect(policy.denial(of: try address(text)) == .ownAddress)
        }
        #expect(policy.denial(of: try address("10.0.0.6")) == nil)
    }

    // MARK: In the server

    /// T1, T2, T9, T10 of the advisories: no operation lets such a peer in.
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "127.0.0.1", "127.255.255.254", "10.0.0.1", "169.254.169.254", "192.168.0.1",
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "198.18.0.1", "31.6.0.1",
    ])
    func noOperationLetsAForbiddenIPv4PeerIn(text: String) throws {
        let server = try ServerUnderTest(hostAddresses: [try address("31.6.0.1")])
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress()
        try expectForbidden(Endpoint(try address(text), 6379), client, relayed)
    }

    @Test(arguments: [
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:10.0.0.1",
        "64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:1::80ff:fffe", "fc00::1", "fe80::1",
        "ff02::1", "fec0::1", "2001:db8::5", "::ffff:31.6.0.1", "64:ff9b::c000:201",
    ])
    func noOperationLetsAForbiddenIPv6PeerIn(text: String) throws {
        let server = try ServerUnderTest(hostAddresses: [try address("31.6.0.1")])
        let client = try ScriptedClient(of: server)
        let relayed = try client.relayedAddress(family: .ipv6)
        try expectForbidden(Endpoint(try address(text), 80), client, relayed)
    }

    private func expectForbidden(_ peer: Endpoint, _ client: ScriptedClient, _ relayed: Endpoint) throws {
        let server = client.server
        for answer in [try client.permit(peer), try client.bind(0x4000, to: peer)] {
            #expect(answer.code == 403)
            #expect(answer.isSigned(by: try client.key))
        }
        client.sendIndication([1], to: peer)
        client.sendChannelData([1], on: 0x4000)
        server.receiveFromPeer([1], from: peer, atRelayed: relayed)
        #expect(server.takePeerDatagrams().isEmpty)
        #expect(client.received().isEmpty)
    }

    @Test func theOperatorReadsWhy() throws {
        let server = try ServerUnderTest()
        let client = try ScriptedClient(of: server)
        try client.allocate()
        _ = server.takeEvents()
        let peer = Endpoint(IPAddress(10, 0, 0, 1), 22)
        try client.permit(peer)
        let block = try #require(SpecialPurposeRegistry.block(of: peer.address))
        let who = Client(client.tuple, socket: 0)
        #expect(
            server.takeEvents() == [
                .peerDenied(who, user: "cast-1", peer: peer, .specialPurpose(block)),
                .refused(who, method: .createPermission, code: 403, user: client.username),
            ]
        )
    }

    private static func bounds(_ prefix: IPPrefix) -> (first: IPAddress, last: IPAddress) {
        let address = prefix.address
        guard address.family == .v6 else {
            let hostBits = prefix.length == 32 ? 0 : UInt32.max >> UInt32(prefix.length)
            return (address, IPAddress(v4: UInt32(address.low) | hostBits))
        }
        let high = prefix.length >= 64 ? 0 : UInt64.max >> UInt64(prefix.length)
        let low =
            prefix.length <= 64 ? .max : prefix.length == 128 ? 0 : UInt64.max >> UInt64(prefix.length - 64)
        return (address, IPAddress(v6: address.high | high, address.low | low))
    }
}
