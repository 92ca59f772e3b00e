import Foundation
import SansIO
import Testing

/// The packets in `Fixtures/kernel-packets.hex`.
enum KernelPacket: String, CaseIterable, CustomTestStringConvertible {
    case udpV4 = "udp-v4"
    case udpV6 = "udp-v6"
    case tcpV4 = "tcp-v4"
    case tcpV6 = "tcp-v6"
    case firstFragmentV4 = "fragment-first-v4"
    case lastFragmentV4 = "fragment-last-v4"
    case firstFragmentV6 = "fragment-first-v6"
    case lastFragmentV6 = "fragment-last-v6"
    case portUnreachableV4 = "port-unreachable-v4"
    case portUnreachableV6 = "port-unreachable-v6"
    case echoReplyV4 = "echo-reply-v4"
    case echoReplyV6 = "echo-reply-v6"

    var testDescription: String { rawValue }

    var family: IPAddress.Family { rawValue.hasSuffix("v4") ? .v4 : .v6 }

    func bytes() throws -> [UInt8] {
        let directory = try #require(Bundle.module.resourceURL)
        let file = directory.appendingPathComponent("Fixtures/kernel-packets.hex")
        let line = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n")
            .first { $0.hasPrefix(rawValue + " ") }
        let digits = try #require(line).dropFirst(rawValue.count + 1)
        return try #require(HexEncoding.decode(digits))
    }
}
