import Namespaces
import SansIO
import Testing

extension KernelTests {
    @Suite struct MasqueradeTests {
        /// A host at home, its router, and two servers of the internet.
        private struct Home {
            static let inside = Endpoint(IPAddress(192, 168, 1, 2), 4001)
            static let router = IPAddress(198, 18, 0, 1)
            static let servers = [
                Endpoint(IPAddress(198, 18, 0, 2), 3478), Endpoint(IPAddress(198, 18, 0, 3), 3478),
            ]

            let router: NetworkNamespace
            let host: SocketBox
            let servers: [SocketBox]
            private let cables: [VethPair]

            init(_ masquerade: Masquerade) throws {
                let home = try NetworkNamespace(label: "home")
                let internet = try NetworkNamespace(label: "internet")
                router = try NetworkNamespace(label: "router", forwarding: true)
                cables = [
                    try VethPair(.init("lan", in: router), .init("eth0", in: home)),
                    try VethPair(.init("wan", in: router), .init("eth0", in: internet)),
                ]
                let addresses: [(NetworkNamespace, String, IPAddress)] = [
                    (router, "lan", IPAddress(192, 168, 1, 1)), (router, "wan", Self.router),
                    (home, "eth0", Self.inside.address), (internet, "eth0", Self.servers[0].address),
                    (internet, "eth0", Self.servers[1].address),
                ]
                for (namespace, device, address) in addresses {
                    try namespace.configure { try $0.addAddress(address, prefixLength: 24, to: device) }
                }
                let everywhere = try #require(IPPrefix("0.0.0.0/0"))
                try home.configure {
                    try $0.addRoute(to: everywhere, via: IPAddress(192, 168, 1, 1), through: "eth0")
                }
                try PacketFilter(of: router).load(masquerade.rules)
                host = try home.enter { SocketBox(try UDPSocket(Self.inside)) }
                servers = try internet.enter { try Self.servers.map { SocketBox(try UDPSocket($0)) } }
            }

            /// Where a packet from inside to that server comes from, as the server sees it.
            func mapping(towards server: Int) throws -> Endpoint {
                try host.socket.send("out", to: Self.servers[server])
                let source = servers[server].socket.receiveSource()
                return try #require(source)
            }
        }

        @Test func keepsThePortTowardsEveryServer() throws {
            let home = try Home(Masquerade(on: "wan"))
            let expected = Endpoint(Home.router, Home.inside.port)
            #expect(try home.mapping(towards: 0) == expected)
            #expect(try home.mapping(towards: 1) == expected)
        }

        @Test func takesAnotherPortTowardsEachServerWhenRandom() throws {
            let home = try Home(Masquerade(on: "wan", ports: .random))
            let (first, second) = (try home.mapping(towards: 0), try home.mapping(towards: 1))
            #expect(first.address == Home.router && second.address == Home.router)
            #expect(first.port != second.port)
            #expect(try home.mapping(towards: 0) == first)
        }

        @Test func letsInOnlyWhoWasSpokenTo() throws {
            let home = try Home(Masquerade(on: "wan"))
            let mapping = try home.mapping(towards: 0)
            try home.servers[1].socket.send("uninvited", to: mapping)
            try home.servers[0].socket.send("answer", to: mapping)
            #expect(home.host.socket.receive() == "answer")
        }

        @Test(arguments: [true, false])
        func losesItsPortToAnUnsolicitedPacketOnlyWithoutTheDrop(_ dropsUnsolicited: Bool) throws {
            let home = try Home(Masquerade(on: "wan", dropsUnsolicited: dropsUnsolicited))
            try home.servers[0].socket.send("first", to: Endpoint(Home.router, Home.inside.port))
            // The router has seen it when it answers, or passes, the one after it.
            let mapping = try home.mapping(towards: 1)
            #expect(mapping.port == Home.inside.port)
            let towardsTheFirst = try home.mapping(towards: 0)
            #expect((towardsTheFirst.port == Home.inside.port) == dropsUnsolicited)
        }
    }

    @Suite struct PacketFilterTests {
        @Test func saysWhereARuleIsWrong() throws {
            let filter = PacketFilter(of: try NetworkNamespace(label: "router"))
            let error = #expect(throws: KernelError.self) {
                try filter.load("table ip nat {\n  chain a { nonsense }\n}\n")
            }
            #expect(error?.detail.contains("unexpected '}'") == true)
            #expect(try filter.listing().isEmpty)
        }

        @Test func listsAndClearsWhatItLoaded() throws {
            let filter = PacketFilter(of: try NetworkNamespace(label: "router"))
            try filter.load(Masquerade(on: "wan").rules)
            #expect(try filter.listing().contains("masquerade"))
            try filter.clear()
            #expect(try filter.listing().isEmpty)
        }
    }
}
