internal import VirtualNetwork

/// How many packets a second this machine's engine carries, against what a network's links are asked for.
enum EngineCeiling {
    /// Carried by every machine this was tried on, with all processors busy: not measured again.
    static let floor = 10_000
    /// More than any was seen to carry: not tried.
    private static let most = 80_000
    private static let packetBits: UInt64 = 9600

    /// The packets of 1,200 bytes a second that go through if every link with a rate is full in both
    /// directions.
    static func asked(of wiring: NetworkWiring) -> Int {
        let links = wiring.devices.map(\.link) + wiring.routers.map(\.link)
        let bits = links.flatMap { [$0.up.rate, $0.down.rate] }.reduce(UInt64(0)) { sum, rate in
            guard case .bitsPerSecond(let rate) = rate else { return sum }
            return sum &+ min(rate, 1_000_000_000_000)
        }
        return Int(bits / packetBits)
    }

    /// Throws when a network asks for more than this machine carries; measures only where that is in doubt.
    static func require(_ wiring: NetworkWiring, _ engine: NetworkEngine) throws {
        let asked = asked(of: wiring)
        guard asked > floor else { return }
        let tried = asked <= most ? [asked, asked * 3 / 4, asked / 2] : [most, most / 2, most / 4]
        let carried = try tried.first { try carries($0, engine) }
        guard carried != asked else { return }
        throw MachineUnfit(
            description: "the links of this network carry \(asked) packets/s of 1,200 bytes together, this "
                + "machine \(max(carried ?? 0, floor)): take slower links, or a faster machine (castlab selftest)"
        )
    }

    /// Whether half a second at this rate loses nothing and is on time.
    private static func carries(_ rate: Int, _ engine: NetworkEngine) throws -> Bool {
        var conditions = LinkConditions()
        conditions.delay = .milliseconds(20)
        let traffic = TimedTraffic(count: rate / 2, rate: rate)
        let (outcome, report, _) = try SelfTestNetwork.run(traffic, over: conditions, engine: engine)
        return outcome.lost == 0 && report.faults.isEmpty
    }
}
