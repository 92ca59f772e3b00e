import Browser
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
            #expect(try demo.askForServers(withToken: demo.token) == 1)
            print(CastResult.heading)
            for transport in CastDemo.transports {
                let cast = try demo.cast(over: transport)
                print(cast.line)
                #expect(cast.passed, "\(cast.line) \(cast.console)")
            }
            let denied = try demo.tryWrongCredential(over: "udp")
            #expect(denied.candidates == 0)
            #expect(denied.console.contains { $0.hasPrefix("candidate error 401 ") }, "\(denied.console)")
            let stranger = SignedInUser(
                id: "7f0c2a4e-0d5b-4a9e-8a51-0f6f4f6f2c11",
                secret: "of another project"
            )
            let refusal = #expect(throws: DevToolsError.self) {
                try demo.askForServers(withToken: stranger.token)
            }
            #expect("\(try #require(refusal))".contains("ice-config: 401 unauthorized"))
            #expect(
                throws: DevToolsError.refused(
                    method: "Page.navigate \(CastPage.origin)/sender",
                    "net::ERR_CERT_AUTHORITY_INVALID"
                )
            ) {
                try demo.openWithoutAuthority()
            }
        }
    }
}
