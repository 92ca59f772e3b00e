import Arguments
import Relay
import SansIO
import Testing

/// What is said about addresses that people write where the relay cannot use them.
@Suite struct AddressSettingTests {
    private func load(_ flags: [String: [String]]) throws(ConfigurationProblems) -> RelayConfiguration {
        let source = ConfigurationSource(
            Invocation(path: ["check"], options: flags),
            environment: ["CASTRELAY_SECRETS": "0123456789abcdef0123456789abcdef"],
            processorCount: 1
        )
        return try source.load().configuration
    }

    private func refusal(_ flags: [String: [String]]) -> String? {
        do {
            _ = try load(flags)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("0.0.0.0", "(the unspecified address; give the one that others reach)"),
        ("::", "(the unspecified address; give the one that others reach)"),
        ("127.0.0.1", "(a loopback address; give the one that others reach)"),
        ("::1", "(a loopback address; give the one that others reach)"),
        ("224.0.0.1", "(a multicast address; give that of an interface)"),
        ("ff02::1", "(a multicast address; give that of an interface)"),
        ("169.254.1.1", "(a link-local address; give a global or private one)"),
        ("fe80::1", "(a link-local address; give a global or private one)"),
        ("255.255.255.255", "(the broadcast address; give that of an interface)"),
        ("::ffff:203.0.113.5", "(write the IPv4 address: 203.0.113.5)"),
        ("203.0.113.5:3478", "write 203.0.113.5)"),
        ("[2001:db8::5]:3478", "write 2001:db8::5)"),
        ("[2001:db8::5]", "(write it without brackets: 2001:db8::5)"),
        ("fe80::1%eth0", "(an address with a zone is link-local; give a global one)"),
        ("turn.example.com", "(names are not resolved; write the address that it stands for)"),
        ("auto", "(the address is not found by itself; ask your provider or a STUN server)"),
        ("203.0.113.5/24", "(one address, not a block: write 203.0.113.5)"),
        ("203.0.113.5/fd00::1", "(PUBLIC and PRIVATE are of different IP versions)"),
        ("203.0.113.5/0.0.0.0", "(the unspecified address; give the one that others reach)"),
        ("203.0.113.5/10.0.0.1/10.0.0.2", "203.0.113.5/10.0.0.12"),
        ("203.0.113.500", "203.0.113.5/10.0.0.12"),
        ("/", "203.0.113.5/10.0.0.12"),
    ])
    func refusesAsExternalAddress(_ text: String, _ hint: String) throws {
        let message = try #require(refusal(["external-ip": [text]]))
        #expect(
            message.hasPrefix("--external-ip: got \"\(text)\"; accepted: the public address"),
            "\(message)"
        )
        #expect(message.hasSuffix(hint), "\(message)")
    }

    @Test(arguments: [
        (
            ["203.0.113.5", "203.0.113.6"],
            "a second address of its IP version; accepted: PUBLIC/PRIVATE for each address"
        ),
        (["203.0.113.5/10.0.0.1", "203.0.113.6/10.0.0.1"], "a second address for 10.0.0.1; accepted: one"),
    ])
    func refusesTwoExternalAddressesForOne(_ addresses: [String], _ message: String) {
        #expect(refusal(["external-ip": addresses]) == "--external-ip: \(message)")
    }

    @Test(arguments: [
        (
            ["10.0.0.1"], "203.0.113.5/10.0.0.9",
            "got the private address 10.0.0.9, which is no relay address; accepted: 10.0.0.1"
        ),
        (
            ["10.0.0.1", "10.0.0.2"], "203.0.113.5",
            "2 relay addresses would be advertised as one; accepted: PUBLIC/PRIVATE, such as 203.0.113.5/10.0.0.1"
        ),
        (["10.0.0.1"], "2001:db8::5", "no relay address of its IP version is configured"),
    ])
    func refusesAnExternalAddressWithoutItsOwn(_ own: [String], _ external: String, _ message: String) {
        let expected = "--external-ip: \(message)"
        #expect(refusal(["listen": own, "external-ip": [external]]) == expected)
        #expect(refusal(["relay-address": own, "external-ip": [external]]) == expected)
    }

    @Test func takesOneExternalAddressForEachPrivateOneAndFamily() throws {
        let addresses = ["203.0.113.5/10.0.0.1", "203.0.113.6/10.0.0.2", "2001:db8::5"]
        #expect(try load(["external-ip": addresses]).externalAddresses.map(\.description) == addresses)
    }

    @Test(arguments: [
        ("10.0.0.1/8", "(bits beyond the length are set; did you mean 10.0.0.0/8?)"),
        ("10.0.0.0/33", "(the length is 0 to 32)"),
        ("fd00::/129", "(the length is 0 to 128)"),
        ("10.0.0.0:80", "(an address or block without a port; write 10.0.0.0)"),
        ("example.com", "(names are not resolved; write the address that it stands for)"),
        ("10.0.0.0-10.0.0.9", "such as 10.0.0.0/8 or fd00::/8"),
    ])
    func refusesAsPeers(_ text: String, _ hint: String) throws {
        let message = try #require(refusal(["deny-peer": [text]]))
        #expect(message.hasSuffix(hint), "\(message)")
    }

    @Test(arguments: [
        ("49351-49152", "(did you mean 49152-49351?)"),
        ("80-90", "(ports below 1024 belong to other services)"),
        ("49152:49351", "(write a single dash between the two)"), ("49152", "such as 49152-49351"),
        ("49152-70000", "such as 49152-49351"), ("-1-5", "such as 49152-49351"),
    ])
    func refusesAsRelayPorts(_ text: String, _ hint: String) throws {
        let message = try #require(refusal(["relay-ports": [text]]))
        #expect(message.hasSuffix(hint), "\(message)")
    }

    @Test(arguments: ["", "a\"b", "a\\b", "réalm", "a\nb", String(repeating: "x", count: 128)])
    func refusesAsRealm(_ text: String) {
        #expect(refusal(["realm": [text]])?.contains("accepted: 1 to 127 printable ASCII characters") == true)
    }

    @Test func refusesAKeyInThePlaceOfItsFile() throws {
        let message = try #require(refusal(["tls-key": ["-----BEGIN PRIVATE KEY-----"]]))
        #expect(message.contains("give the file's path, not what it holds"))
    }
}
