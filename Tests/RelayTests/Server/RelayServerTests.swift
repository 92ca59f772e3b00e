import EventLoop
import Glibc
import Testing

@testable import Relay

struct RelayServerTests {
    @Test func refusesAPortThatAnotherRelayServes() throws {
        let first = try RelayUnderTest()
        for clash in [\RelayConfiguration.port, \.tlsPort] {
            let error = #expect(throws: RelayStartFailure.self) {
                try RelayUnderTest { $0[keyPath: clash] = first.port }
            }
            guard case .system(let reason) = error else {
                Issue.record("not refused by the kernel: \(String(describing: error))")
                continue
            }
            #expect(reason.code == EADDRINUSE)
        }
    }
}
