import PacketCapture
import SansIO
import Testing
import VirtualNetwork

struct CaptureFileTests {
    /// The blocks of a file: type and body, each length told twice.
    private func blocks(_ bytes: [UInt8]) throws -> [(type: UInt32, body: [UInt8])] {
        func word(_ offset: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
        }
        var blocks: [(UInt32, [UInt8])] = []
        var place = 0
        while place < bytes.count {
            let length = Int(word(place + 4))
            try #require(length >= 12 && length % 4 == 0 && place + length <= bytes.count)
            #expect(word(place + length - 4) == UInt32(length))
            blocks.append((word(place), Array(bytes[place + 8..<place + length - 4])))
            place += length
        }
        return blocks
    }

    @Test func namesItsInterfacesAndHosts() throws {
        let file = CaptureFile([.init(name: "ipad/wlan0"), .init(name: "pc/eth0", about: "home-b")])
        let blocks = try blocks(
            file.header(application: "castlab", names: [(IPAddress(198, 18, 0, 10), "turn.castlab.test")])
        )
        #expect(blocks.map(\.type) == [0x0A0D_0D0A, 1, 1, 4])
        #expect(Array(blocks[0].body[..<4]) == [0x4D, 0x3C, 0x2B, 0x1A])
        #expect(Array(blocks[1].body[..<2]) == [101, 0])
        #expect(String(decoding: blocks[2].body, as: UTF8.self).contains("pc/eth0"))
        #expect(String(decoding: blocks[3].body, as: UTF8.self).contains("turn.castlab.test"))
    }

    @Test func aPacketHasItsTimeItsDirectionAndWhatHappenedBefore() throws {
        var file = CaptureFile([.init(name: "ipad/wlan0")])
        file.remark("event: ipad blackhole both")
        let blocks = try blocks(
            file.packet([0x45, 1, 2, 3, 4], on: 0, isInbound: true, at: 0x0102_0304_0506_0708)
                + file.packet([0x45], on: 0, isInbound: false, at: 1)
        )
        #expect(blocks.map(\.type) == [6, 6])
        #expect(Array(blocks[0].body[4..<12]) == [4, 3, 2, 1, 8, 7, 6, 5])
        #expect(Array(blocks[0].body[12..<16]) == [5, 0, 0, 0])
        #expect(Array(blocks[0].body[20..<28]) == [0x45, 1, 2, 3, 4, 0, 0, 0])
        #expect(String(decoding: blocks[0].body, as: UTF8.self).contains("blackhole both"))
        #expect(!String(decoding: blocks[1].body, as: UTF8.self).contains("blackhole"))
        #expect(Array(blocks[0].body.suffix(12)) == [2, 0, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test func whatHappensBehindTheLastPacketIsToldAtTheEnd() throws {
        var file = CaptureFile([.init(name: "ipad/wlan0")])
        #expect(file.end(at: 1).isEmpty)
        file.remark("event: pc power off")
        let blocks = try blocks(file.end(at: 1))
        #expect(blocks.map(\.type) == [5])
        #expect(String(decoding: blocks[0].body, as: UTF8.self).contains("power off"))
    }
}
