import Namespaces
import Testing

@testable import RelayDemo

extension InteropTests {
    /// Chromium, from page to page, each with the relay as its only way.
    @Suite struct BrowserTests {
        @Test(.needs("chromium")) func castsThroughTheRelay() throws {
            let directory = try TemporaryDirectory()
            let demo = try CastDemo(
                castrelayIn: TestMachine.binaries,
                directory: directory,
                screenshots: directory.path
            )
            defer { demo.stop() }
            print(CastResult.heading)
            for transport in CastDemo.transports {
                let cast = try demo.cast(over: transport)
                print(cast.line)
                #expect(cast.passed, "\(cast.line) \(cast.console)")
            }
            let candidates = try demo.candidates(withWrongCredentialOver: "udp")
            #expect(candidates == 0)
        }
    }
}
