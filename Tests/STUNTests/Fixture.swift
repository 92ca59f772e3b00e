import Foundation
import SansIO
import Testing

/// A file of vectors or of a registry, by its name.
enum Fixture {
    static let messageNames = [
        "rfc5769-request", "rfc5769-response-ipv4", "rfc5769-response-ipv6",
        "rfc5769-request-long-term", "rfc8489-request-sha256",
    ]

    /// The bytes of NAME.hex, comments left out.
    static func message(_ name: String) throws -> [UInt8] {
        let digits = try lines("\(name).hex").joined()
        return try #require(HexEncoding.decode(digits))
    }

    /// The rows of NAME.csv without its heading, each as its columns.
    static func rows(_ name: String) throws -> [[String]] {
        try lines("\(name).csv").dropFirst().map { row in
            row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private static func lines(_ name: String) throws -> [String] {
        let directory = try #require(Bundle.module.resourceURL)
        let file = directory.appendingPathComponent("Fixtures").appendingPathComponent(name)
        return try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map(String.init)
    }
}
