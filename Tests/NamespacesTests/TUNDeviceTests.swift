import Glibc
import Namespaces
import SansIO
import Testing

extension KernelTests {
    @Suite struct TUNDeviceTests {
        @Test func deliversPacketsBothWays() throws {
            let host = try NetworkNamespace(label: "host")
            let tun = try TUNDevice("eth0", in: host)
            let here = Endpoint(IPAddress(198, 18, 0, 1), 4000)
            let there = Endpoint(IPAddress(198, 18, 0, 2), 5000)
            try host.configure { route in
                try route.addAddress(here.address, prefixLength: 24, to: "eth0")
                try route.setUp("eth0")
            }
            let socket = try host.enter { SocketBox(try UDPSocket(here)) }
            try socket.socket.send("out", to: there)
            let received = try Self.nextIPv4(from: tun)
            let packet = try #require(received)
            #expect(packet.count == 20 + 8 + 3)
            #expect(Array(packet[12..<20]) == here.address.bytes + there.address.bytes)
            #expect(Array(packet[28...]) == Array("out".utf8))

            // The same packet with source and destination exchanged is an answer; checksums stay right.
            var answer = packet
            answer.replaceSubrange(12..<20, with: packet[16..<20] + packet[12..<16])
            answer.replaceSubrange(20..<24, with: packet[22..<24] + packet[20..<22])
            try tun.send(answer)
            #expect(socket.socket.receive() == "out")
        }

        @Test func endsWithItsOwner() throws {
            let host = try NetworkNamespace(label: "host")
            let tun = try TUNDevice("wlan0", in: host)
            #expect(try host.interfaceNames() == ["lo", "wlan0"])
            _ = consume tun
            #expect(try host.interfaceNames() == ["lo"])
        }

        @Test func refusesANameThatIsTooLong() throws {
            let host = try NetworkNamespace(label: "host")
            #expect(throws: KernelError.self) { _ = try TUNDevice("a-name-of-16-byte", in: host) }
        }

        /// The next IPv4 packet; the kernel sends IPv6 of its own accord (MLD).
        private static func nextIPv4(from tun: borrowing TUNDevice) throws -> [UInt8]? {
            var buffer = [UInt8](repeating: 0, count: 2048)
            while tun.file.waitUntilReadable(for: .seconds(2)) {
                guard let length = try tun.receive(into: &buffer) else { continue }
                if buffer[0] >> 4 == 4 { return Array(buffer[..<length]) }
            }
            return nil
        }
    }
}
