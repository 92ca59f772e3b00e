import Testing

@testable import VirtualNetwork

struct PortPoolTests {
    @Test(arguments: [
        (UInt16(0), UInt16(0)), (1, 1), (63, 64), (64, 127), (1000, 1001), (65_535, 65_535), (0, 65_535),
    ])
    func givesEveryPortOfARangeOnce(lower: UInt16, upper: UInt16) {
        var pool = PortPool()
        let range = lower...upper
        let start = lower + (upper - lower) / 2
        var (given, wasFree) = (Set<UInt16>(), true)
        while let port = pool.firstFree(.any, in: range, from: start) {
            wasFree = wasFree && pool.isFree(port)
            given.insert(port)
            pool.take(port)
        }
        #expect(wasFree && given.count == range.count && given.allSatisfy(range.contains))
        pool.release(start)
        #expect(pool.firstFree(.any, in: range, from: lower) == start)
    }

    @Test func keepsTheParity() {
        var pool = PortPool()
        for port in [UInt16(100), 102, 103] { pool.take(port) }
        #expect(pool.firstFree(.parity(of: 6), in: 100...110, from: 100) == 104)
        #expect(pool.firstFree(.parity(of: 7), in: 100...110, from: 103) == 105)
        #expect(pool.firstFree(.parity(of: 6), in: 100...103, from: 101) == nil)
        #expect(pool.firstFree(.parity(of: 7), in: 100...103, from: 103) == 101)
    }

    @Test func findsPairsThatAreFreeAsAWhole() {
        var pool = PortPool()
        for port in [UInt16(101), 102, 126, 129] { pool.take(port) }
        #expect(pool.firstFree(.pair(of: 6), in: 100...200, from: 100) == 104)
        #expect(pool.firstFree(.pair(of: 7), in: 100...200, from: 100) == 105)
        // A pair over the border of two words of the map.
        #expect(pool.firstFree(.pair(of: 6), in: 126...130, from: 126) == 130)
    }

    @Test func holdsBackWhatWasInUse() {
        var pool = PortPool()
        pool.take(5000)
        pool.holdUsed()
        #expect(!pool.isFree(5000) && pool.isFree(5001))
        pool.release(5000)
        #expect(!pool.isFree(5000))
        pool.releaseHeld()
        #expect(pool.isFree(5000))
    }
}
