import EventLoop
import Glibc
import STUN
import SansIO
import TURN
import Testing

@testable import Relay

/// The generator against our own relay, whose workers serve on threads of their own; no speed is judged.
@Suite(.serialized) struct BenchRunTests {
    private static let secretText = "a secret of sufficient length"

    private let relay: RelayUnderTest
    private let secret: SharedSecret

    init() throws {
        relay = try RelayUnderTest {
            $0.workers = 1
            $0.limits.bandwidthPerAllocation = nil
            $0.limits.unauthenticatedAnswersBurst = 10_000
        }
        secret = try #require(SharedSecret(Self.secretText))
    }

    private func run(_ adjust: (inout BenchPlan) -> Void) throws -> BenchResult {
        var plan = BenchPlan(
            server: Endpoint(RelayUnderTest.address, relay.port),
            clientAddress: RelayUnderTest.address,
            peerAddress: RelayUnderTest.peerAddress
        )
        plan.duration = .milliseconds(100)
        plan.clients = 3
        plan.serverPID = Int(getpid())
        plan.tlsAuthority = relay.certificateFile
        plan.serverName = "relay.example"
        adjust(&plan)
        if plan.transport == .tls { plan.server.port = relay.tlsPort }
        try relay.server.start()
        defer { relay.server.stop() }
        return try BenchRun(plan, secret: secret).perform()
    }

    @Test(
        arguments: TransportProtocol.allCases,
        [BenchPlan.Pattern.interleaved, .bursts, .superPackets]
    )
    func sendsAndReceivesThroughARelay(
        _ transport: TransportProtocol,
        _ pattern: BenchPlan.Pattern
    ) throws {
        let result = try run {
            $0.transport = transport
            $0.pattern = pattern
            $0.direction = .both
        }
        guard case .traffic(let traffic) = result else { throw Unexpected("another result: \(result)") }
        #expect(result.isClean)
        #expect(traffic.received > 0 && traffic.received + traffic.lost == traffic.sent)
        #expect(try #require(traffic.latencyP99) >= #require(traffic.latencyP50))
        #expect(try #require(traffic.serverCPUPerPacket) > 0)
    }

    @Test func sendsIndicationsAtARate() throws {
        let result = try run {
            $0.framing = .indications
            $0.direction = .both
            $0.pace = .rate(1000)
        }
        guard case .traffic(let traffic) = result else { throw Unexpected("another result: \(result)") }
        #expect(result.isClean)
        // A fifth of a second is not measured, a tenth is.
        #expect(traffic.sent <= 301)
    }

    @Test func countsWhatArrivesOfABurst() throws {
        let result = try run {
            $0.mode = .burst
            $0.direction = .both
        }
        guard case .burst(let burst) = result else { throw Unexpected("another result: \(result)") }
        #expect(result.isClean)
        #expect(burst.up.count == 10 && burst.down.count == 10)
        #expect((burst.up + burst.down).allSatisfy { (0...250).contains($0) })
    }

    @Test func makesAllocations() throws {
        let result = try run {
            $0.mode = .allocations
            $0.clients = 100
        }
        guard case .allocations(let allocations) = result else { throw Unexpected("another: \(result)") }
        #expect(allocations.allocations == 100)
        #expect(try #require(allocations.serverCPUPerAllocation) > 0)
        #expect(allocations.residentBytes != nil)
    }

    @Test func needsNoServerToCalibrateItself() throws {
        let result = try run { $0.mode = .direct }
        #expect(result.isClean)
    }

    @Test func saysWhyThereIsNoAllocation() throws {
        let wrong = try #require(SharedSecret("another secret of sufficient length"))
        try relay.server.start()
        defer { relay.server.stop() }
        var plan = BenchPlan(
            server: Endpoint(RelayUnderTest.address, relay.port),
            clientAddress: RelayUnderTest.address,
            peerAddress: RelayUnderTest.peerAddress
        )
        plan.clients = 1
        let error = #expect(throws: BenchFailure.self) { try BenchRun(plan, secret: wrong).perform() }
        #expect(error?.description.contains("no allocation for client 0") == true)
    }

    @Test func saysThatTheServersProcessIsNotThere() throws {
        var plan = BenchPlan(
            server: Endpoint(RelayUnderTest.address, 9),
            clientAddress: RelayUnderTest.address,
            peerAddress: RelayUnderTest.peerAddress
        )
        plan.serverPID = 4_194_304
        #expect(throws: BenchFailure("there is no process 4194304")) {
            try BenchRun(plan, secret: secret)
        }
    }

    @Test func givesTheAllocationsBack() throws {
        let relay = try RelayUnderTest { $0.limits.allocations = 3 }
        var plan = BenchPlan(
            server: Endpoint(RelayUnderTest.address, relay.port),
            clientAddress: RelayUnderTest.address,
            peerAddress: RelayUnderTest.peerAddress
        )
        plan.clients = 3
        plan.mode = .allocations
        try relay.server.start()
        defer { relay.server.stop() }
        for _ in 0..<2 { _ = try BenchRun(plan, secret: secret).perform() }
    }
}
