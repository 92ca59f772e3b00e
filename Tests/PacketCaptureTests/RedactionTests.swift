import PacketCapture
import STUN
import SansIO
import Testing
import VirtualNetwork

final class RedactionTests {
    private let slab = PacketSlab(slotCount: 1, capacity: 1500)
    private let ends = (Endpoint(IPAddress(192, 168, 1, 2), 5000), Endpoint(IPAddress(198, 18, 0, 10), 3478))

    private func redacted(udp payload: [UInt8]) throws -> [UInt8] {
        let packet = IPPacket(udp: slab.packet(0, copying: payload), from: ends.0, to: ends.1)
        Redaction.apply(to: packet.buffer)
        let after = try IPPacket(reading: packet.buffer)
        #expect(after.hasValidTransportChecksum == true)
        return try #require(after.udp).payload.copied
    }

    private func redacted(tcp payload: String) throws -> String {
        let packet = IPPacket(tcp: slab.packet(0, copying: payload.utf8), [.ack], from: ends.0, to: ends.1)
        Redaction.apply(to: packet.buffer)
        let after = try IPPacket(reading: packet.buffer)
        #expect(after.hasValidTransportChecksum == true)
        return String(decoding: after.payload.copied[20...], as: UTF8.self)
    }

    @Test func userNamesAndIntegrityLeaveSTUNButItsShapeStays() throws {
        var message = MessageBuilder(MessageType(.binding, .request), TransactionID(1, 2))
        message.append(try #require(Username("1796173856:alice")))
        let bytes = message.bytes
        let after = try redacted(udp: bytes)
        #expect(after.count == bytes.count)
        #expect(Array(after[..<24]) == Array(bytes[..<24]))
        #expect(!String(decoding: after, as: UTF8.self).contains("alice"))
    }

    @Test func otherPacketsStayAsTheyAre() throws {
        let media = (0..<200).map { UInt8(truncatingIfNeeded: $0 &+ 128) }
        #expect(try redacted(udp: media) == media)
    }

    @Test func tokensLeaveHeadersAndJSON() throws {
        let text =
            "GET /x HTTP/1.1\r\nAuthorization: Bearer eyJhbGciOi\r\nHost: a\r\n\r\n{\"credential\": \"s3cret\", \"ttl\": 1}"
        let after = try redacted(tcp: text)
        #expect(after.utf8.count == text.utf8.count)
        #expect(!after.contains("eyJhbGciOi") && !after.contains("s3cret"))
        #expect(after.contains("Host: a") && after.contains("\"ttl\": 1}"))
    }

    @Test func damagedMessagesAreSurvived() throws {
        var random = SeededRandom(seed: 3)
        for _ in 0..<2000 {
            var bytes = (0..<60).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            bytes[0] &= 0x3F
            bytes.replaceSubrange(4..<8, with: [0x21, 0x12, 0xA4, 0x42])
            _ = try redacted(udp: bytes)
        }
    }
}
