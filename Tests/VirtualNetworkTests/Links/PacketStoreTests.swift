import SansIO
import Testing

@testable import VirtualNetwork

struct PacketStoreTests {
    private let memory = PacketMemory()

    private func handle(_ given: PacketHandle?) throws -> PacketHandle { try #require(given) }

    @Test func keepsPacketsApartUntilTheyAreReleased() throws {
        var store = PacketStore(capacity: 3, packetCapacity: 100)
        let first = try handle(store.store(memory.packet([1, 2, 3])))
        let second = try handle(store.store(memory.packet([4, 5])))
        let copy = try handle(store.copy(first))
        store[copy][0] = 9
        let firstBytes = store[first].copied
        #expect(firstBytes == [1, 2, 3])
        let secondBytes = store[second].copied
        #expect(secondBytes == [4, 5])
        let copyBytes = store[copy].copied
        #expect(copyBytes == [9, 2, 3])
        let refused = store.store(memory.packet([6]))
        #expect(refused == nil)
        store.release(second)
        let count = store.count
        #expect(count == 2)
        let again = try handle(store.store(memory.packet([6])))
        #expect(again == second)
    }

    @Test func refusesWhatIsTooLong() {
        var store = PacketStore(capacity: 3, packetCapacity: 100)
        let (tooLong, fits) = (store.reserve(101), store.reserve(100))
        #expect(tooLong == nil && fits != nil)
    }

    @Test func keepsWhatWasMovedWithinItsPlace() throws {
        var store = PacketStore(capacity: 1, packetCapacity: 2000)
        let name = try self.handle(store.store(memory.packet([1, 2, 3])))
        let near = try #require(Endpoint("198.18.0.1:1"))
        let packet = IPPacket(udp: store[name], from: near, to: near)
        store.set(name, to: packet.buffer)
        let count = store[name].count
        #expect(count == 31)
        let carried = try IPPacket(reading: store[name]).udp?.payload.copied
        #expect(carried == [1, 2, 3])
    }
}
