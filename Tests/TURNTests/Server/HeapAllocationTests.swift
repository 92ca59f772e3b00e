import AllocationCounting
import Testing

/// A relayed packet costs no heap allocation: a million of them, on all five ways together.
struct HeapAllocationTests {
    @Test(
        .enabled(
            if: allocation_counting_is_available(),
            "a sanitizer has an allocator of its own, so allocations can not be counted: run without one"
        ),
        arguments: RelayPath.allCases
    )
    func thePacketPathAllocatesNothing(path: RelayPath) throws {
        let traffic = try RelayPath.Traffic(path)
        // The first packets let arrays grow to what they need from then on.
        #expect(traffic.run(100) == 100)
        allocation_counting_start()
        let relayed = traffic.run(200_000)
        let allocations = allocation_counting_stop()
        #expect(relayed == 200_000)
        #expect(allocations == 0)
    }

    @Test(.enabled(if: allocation_counting_is_available(), "as above"))
    func anAllocationWouldBeCounted() {
        allocation_counting_start()
        let memory = UnsafeMutableRawPointer.allocate(byteCount: .random(in: 1000...2000), alignment: 64)
        let allocations = allocation_counting_stop()
        memory.storeBytes(of: 1, as: UInt8.self)
        #expect(memory.load(as: UInt8.self) == 1)
        memory.deallocate()
        #expect(allocations >= 1)
    }
}
