import STUN
import SansIO
import TURN
import Testing

/// Data indications around a peer's bytes: RFC 8656 §11.3.
final class DataIndicationTests {
    private let slab = PacketSlab(slotCount: 1, capacity: 65_600)
    private let id = TransactionID(0x0102_0304, 0x0506_0708_090A_0B0C)

    private func frame(_ data: [UInt8], from peer: Endpoint) -> [UInt8] {
        let packet = slab.packet(0, count: data.count)
        for offset in 0..<64 { packet.base[offset] = 0xEE }
        for offset in 0..<data.count { packet[offset] = data[offset] }
        for offset in 0..<4 { packet.base[packet.range.upperBound + offset] = 0xEE }
        let message = DataIndication.frame(packet, from: peer, transactionID: id)
        return (0..<message.count).map { message[$0] }
    }

    @Test(arguments: 0...9, [Endpoint.peer, .peerV6])
    func isTheMessageThatABuilderMakes(length: Int, peer: Endpoint) {
        let data = (0..<length).map { UInt8($0 + 1) }
        var builder = MessageBuilder(MessageType(.data, .indication), id)
        builder.append(XORPeerAddress(peer))
        builder.append(DataAttribute(data))
        #expect(frame(data, from: peer) == builder.bytes)
    }

    @Test(arguments: [IPAddress.Family.v4, .v6])
    func fitsUpToTheLengthField(family: IPAddress.Family) {
        let peer = family == .v4 ? Endpoint.peer : .peerV6
        let overhead = family == .v4 ? 16 : 28
        for length in 65_480...65_560 {
            let packet = slab.packet(0, count: length)
            let body = overhead + (length + 3) / 4 * 4
            #expect(DataIndication.fits(packet, family: family) == (body <= 65_535))
            guard body <= 65_535 else { continue }
            let message = frame([UInt8](repeating: 1, count: length), from: peer)
            #expect((try? MessageView(message.span)) != nil)
        }
    }
}
