import Glibc
import Lab
import Namespaces
import SansIO
import Testing
import VirtualNetwork

extension LabTests {
    /// Emulators that sit on Ethernet devices see what no wire carries: unfinished checksums, packets of 64 kB.
    ///
    /// A TUN device without offload shows each packet as it is.
    @Suite struct PacketShapeTests {
        /// Sends one buffer of 12,000 bytes to be cut by UDP_SEGMENT, and a datagram to be cut by IP.
        private static let sender = """
            import socket, sys
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            s.setsockopt(socket.IPPROTO_UDP, 103, 1200)
            s.sendto(bytes(12000), ("198.18.0.10", 4000))
            t = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            t.setsockopt(socket.IPPROTO_IP, 10, 0)
            t.sendto(bytes(4000), ("198.18.0.10", 4001))
            """

        @Test func segmentationIsDoneBeforeTheNetwork() throws {
            let network = try LabNetwork(.home(mtu: 1280))
            let server = try HostSocket(network.host("server"), LabPlan.server, port: 4000)
            let whole = try HostSocket(network.host("server"), LabPlan.server, port: 4001)
            let child = try network.start(
                try Program(named: "python3", arguments: ["-c", Self.sender]),
                on: network.host("home1")
            )
            #expect(child.wait(for: .seconds(10)) == .exited(0), "\(child.errors.text)")
            for _ in 0..<10 {
                let datagram = try #require(server.receive())
                #expect(datagram.text.utf8.count == 1200)
            }
            let cut = try #require(whole.receive())
            #expect(cut.text.utf8.count == 4000)
            let report = try network.report()
            #expect(report.counts.received == 14)
            #expect(report.counts.oversized == 0)
        }

        @Test func aStreamCrossesWithRightChecksumsInPacketsOfTheMTU() throws {
            let network = try LabNetwork(.home())
            let listening = """
                import socket
                s = socket.create_server(("198.18.0.10", 443))
                print("ready", flush=True)
                c, _ = s.accept()
                n = 0
                while True:
                    b = c.recv(65536)
                    if not b: break
                    n += len(b)
                print(n)
                """
            let sending = """
                import socket
                s = socket.create_connection(("198.18.0.10", 443))
                s.sendall(bytes(2000000))
                s.close()
                """
            let server = try network.start(
                try Program(named: "python3", arguments: ["-c", listening]),
                on: network.host("server")
            )
            while !server.output.text.contains("ready"), server.wait(for: .milliseconds(20)) == nil {}
            let client = try network.start(
                try Program(named: "python3", arguments: ["-c", sending]),
                on: network.host("home1")
            )
            #expect(client.wait(for: .seconds(20)) == .exited(0), "\(client.errors.text)")
            #expect(server.wait(for: .seconds(20)) == .exited(0))
            #expect(server.output.text.hasSuffix("2000000\n"))
            let report = try network.report()
            #expect(report.counts.oversized == 0)
            #expect(report.counts.received > 1300)
        }

        @Test func aPathThatIsTooNarrowIsFoundByTheKernel() throws {
            var narrow = LinkConditions()
            narrow.mtu = .init(1280)
            let network = try LabNetwork(.home(link: .init(both: narrow)))
            let probing = """
                import socket, time, sys
                s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                s.setsockopt(socket.IPPROTO_IP, 10, 2)
                s.connect(("198.18.0.10", 4000))
                s.send(bytes(1400))
                for _ in range(100):
                    time.sleep(0.02)
                    mtu = s.getsockopt(socket.IPPROTO_IP, 14)
                    if mtu != 1500: break
                print(mtu)
                """
            let child = try network.start(
                try Program(named: "python3", arguments: ["-c", probing]),
                on: network.host("home1")
            )
            #expect(child.wait(for: .seconds(10)) == .exited(0), "\(child.errors.text)")
            #expect(child.output.text == "1280\n")
        }
    }
}
