import EventLoop
import SansIO
import Testing

struct InterfaceAddressesTests {
    @Test func findsTheLoopback() throws {
        let entries = try InterfaceAddresses.current()
        let loopback = try #require(entries.first { $0.address == .loopbackV4 })
        #expect(loopback.name == "lo")
        #expect(loopback.isUp)
        #expect(loopback.isLoopback)
    }
}
