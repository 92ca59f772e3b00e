import Glibc
import JSON
import Namespaces
import Testing

@testable import Browser

extension ChromiumTests {
    @Suite struct BrowserTests {
        @Test func hasFilesOfItsOwnThatNobodyElseSees() throws {
            let outside = try TemporaryDirectory(in: "/tmp")
            let name = try #require(outside.path.split(separator: "/").last)
            let browser = try Browser(in: try NetworkNamespace(label: "host"), Browser.Settings())
            let listing = try browser.open("file:///tmp/").evaluate("document.body.innerText").string ?? ""
            #expect(listing.contains("profile/"))
            #expect(!listing.contains(name))
            #expect(access("/tmp/profile", F_OK) != 0)
        }

        @Test func saysWhyItDoesNotStart() throws {
            var settings = Browser.Settings()
            settings.authorities = ["/nowhere/authority.pem"]
            let namespace = try NetworkNamespace(label: "host")
            #expect(
                throws: DevToolsError.ended("cat: /nowhere/authority.pem: No such file or directory")
            ) {
                try Browser(in: namespace, settings)
            }
        }

        @Test func saysWhatIsWrongWithAnAuthority() throws {
            let directory = try TemporaryDirectory()
            var settings = Browser.Settings()
            settings.authorities = [try directory.write("no certificate\n", to: "authority.pem")]
            let namespace = try NetworkNamespace(label: "host")
            let error = #expect(throws: DevToolsError.self) { try Browser(in: namespace, settings) }
            #expect("\(try #require(error))".hasSuffix("authority 1 is no certificate for certutil"))
        }

        @Test func isKnownToHaveEnded() throws {
            let browser = try Browser(in: try NetworkNamespace(label: "host"), Browser.Settings())
            let page = try browser.open("about:blank")
            browser.close()
            let error = #expect(throws: DevToolsError.self) { try page.evaluate("1") }
            #expect("\(try #require(error))".hasPrefix("the browser has ended"))
        }
    }
}
