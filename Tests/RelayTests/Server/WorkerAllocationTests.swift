import AllocationCounting
import EventLoop
import SansIO
import TURN
import Testing

@testable import Relay

/// The worker around the core, sockets included, relays without heap allocations too.
@Suite(.serialized) struct WorkerAllocationTests {
    private static let batch = 40
    private static let batches = 250

    @Test(
        .enabled(
            if: allocation_counting_is_available(),
            "a sanitizer has an allocator of its own, so allocations can not be counted: run without one"
        ),
        arguments: TransportProtocol.allCases
    )
    func aWorkerRelaysWithoutAllocating(_ transport: TransportProtocol) throws {
        let relay = try RelayUnderTest {
            $0.workers = 1
            $0.limits.bandwidthPerAllocation = nil
        }
        let client = try LoopbackClient(relay, over: transport)
        let peer = try LoopbackPeer()
        try client.open()
        try client.bind(peer.endpoint)
        let relayed = try client.relayed
        let worker = try #require(relay.workers.first)
        let payload = [UInt8](repeating: 7, count: 1200)
        var allocations: UInt = 0
        var sent = 0
        for number in 0..<Self.batches {
            for _ in 0..<Self.batch { try peer.send(payload, to: relayed) }
            for _ in 0..<Self.batch { try client.send(payload, to: peer.endpoint) }
            sent += Self.batch
            allocation_counting_start()
            try worker.runOnce(until: Instant(nanoseconds: 0))
            let counted = UInt(allocation_counting_stop())
            // The first batches let buffers grow to what they need from then on.
            if number >= 50 { allocations += counted }
            try client.pump("what the peer sent") { client.received.count >= sent }
            _ = peer.receive()
        }
        let packets = (Self.batches - 50) * Self.batch * 2
        print("\(transport): \(allocations) heap allocations for \(packets) packets")
        // OpenSSL frees and takes again the buffer of each record; ours are none.
        if transport != .tls { #expect(allocations == 0) }
    }
}
