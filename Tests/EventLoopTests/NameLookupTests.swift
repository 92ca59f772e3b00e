import EventLoop
import SansIO
import Testing

struct NameLookupTests {
    private func outcome(of name: String) throws -> NameLookup.Outcome? {
        let lookup = try NameLookup(of: name)
        #expect(try becomesReady(lookup.fileDescriptor))
        return lookup.outcome
    }

    @Test func takesAnAddressAsItStands() throws {
        #expect(try outcome(of: "192.0.2.1") == .success([IPAddress(192, 0, 2, 1)]))
        #expect(try outcome(of: "2001:db8::1") == .success([IPAddress("2001:db8::1")].compactMap(\.self)))
    }

    @Test func findsWhatTheHostsFileHas() throws {
        guard case .success(let addresses) = try outcome(of: "localhost") else {
            Issue.record("localhost has no address")
            return
        }
        #expect(addresses.contains(IPAddress(127, 0, 0, 1)))
        #expect(Set(addresses).count == addresses.count)
    }

    @Test func aTextThatIsNoNameHasNoAddress() throws {
        #expect(try outcome(of: "no name") == .failure(.unknownName))
    }
}
