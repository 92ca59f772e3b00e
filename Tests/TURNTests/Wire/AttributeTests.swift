import STUN
import SansIO
import TURN
import Testing

/// The attributes of RFC 8656 §18: their bytes, and every length from 0 to 24.
struct AttributeTests {
    private let id = TransactionID(0x0102_0304, 0x0506_0708_090A_0B0C)

    private func encode(_ attribute: some Attribute) -> [UInt8] {
        var builder = MessageBuilder(MessageType(.allocate, .request), id)
        builder.append(attribute)
        return Array(builder.bytes.dropFirst(20))
    }

    private func decode<A: Attribute>(_ kind: A.Type, _ value: [UInt8]) -> A? {
        try? A(decoding: value.span, transactionID: id)
    }

    /// Bytes on the wire, and back again.
    private func expect(_ attribute: some Attribute, _ wire: [UInt8]) {
        #expect(encode(attribute) == wire)
        let value = Array(wire[4..<4 + Int(wire[3])])
        #expect(decode(type(of: attribute), value) == attribute)
    }

    @Test func channelNumber() throws {
        expect(try #require(ChannelNumber(rawValue: 0x4FFF)), [0, 0x0C, 0, 4, 0x4F, 0xFF, 0, 0])
        #expect(ChannelNumber(rawValue: 0x3FFF) == nil)
        #expect(ChannelNumber(rawValue: 0x7FFF) != nil)
        #expect(ChannelNumber(rawValue: 0x8000) == nil)
    }

    @Test func lifetime() {
        expect(Lifetime(seconds: 0x0102_0304), [0, 0x0D, 0, 4, 1, 2, 3, 4])
        #expect(Lifetime.standard.seconds == 600)
    }

    @Test func xorPeerAddress() {
        expect(
            XORPeerAddress(Endpoint(IPAddress(192, 0, 2, 1), 0x1234)),
            [0, 0x12, 0, 8, 0, 1, 0x12 ^ 0x21, 0x34 ^ 0x12, 192 ^ 0x21, 0x12, 2 ^ 0xA4, 1 ^ 0x42]
        )
        let v6 = Endpoint(IPAddress(v6: 0x2112_A442_0102_0304, 0x0506_0708_090A_0B0D), 0x2112)
        expect(
            XORPeerAddress(v6),
            [0, 0x12, 0, 20, 0, 2, 0, 0] + [UInt8](repeating: 0, count: 15) + [1]
        )
    }

    @Test func xorRelayedAddress() {
        expect(
            XORRelayedAddress(Endpoint(IPAddress(0, 0, 0, 0), 0)),
            [0, 0x16, 0, 8, 0, 1, 0x21, 0x12, 0x21, 0x12, 0xA4, 0x42]
        )
    }

    @Test func data() {
        expect(DataAttribute([]), [0, 0x13, 0, 0])
        expect(DataAttribute([1, 2, 3]), [0, 0x13, 0, 3, 1, 2, 3, 0])
    }

    @Test func families() {
        expect(RequestedAddressFamily(.ipv4), [0, 0x17, 0, 4, 1, 0, 0, 0])
        expect(AdditionalAddressFamily(.ipv6), [0x80, 0, 0, 4, 2, 0, 0, 0])
        expect(
            AddressErrorCode(family: .ipv6, error: .addressFamilyNotSupported),
            [0x80, 1, 0, 4, 2, 0, 4, 40]
        )
    }

    @Test func evenPort() {
        expect(EvenPort(reservesNextPort: true), [0, 0x18, 0, 1, 0x80, 0, 0, 0])
        expect(EvenPort(reservesNextPort: false), [0, 0x18, 0, 1, 0, 0, 0, 0])
        // The other seven bits are reserved and ignored.
        #expect(decode(EvenPort.self, [0x7F]) == EvenPort(reservesNextPort: false))
    }

    @Test func requestedTransport() {
        expect(RequestedTransport.udp, [0, 0x19, 0, 4, 17, 0, 0, 0])
    }

    @Test func dontFragment() {
        expect(DontFragment(), [0, 0x1A, 0, 0])
    }

    @Test func reservationToken() {
        expect(
            ReservationToken(rawValue: 0x0102_0304_0506_0708),
            [0, 0x22, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8]
        )
    }

    @Test func icmp() {
        expect(
            ICMPAttribute(ICMPError(type: 3, code: 4, data: 1280)),
            [0x80, 4, 0, 8, 0, 0, 6, 4, 0, 0, 5, 0]
        )
        expect(
            ICMPAttribute(ICMPError(type: 127, code: 255)),
            [0x80, 4, 0, 8, 0, 0, 0xFE, 0xFF, 0, 0, 0, 0]
        )
        // Nine bits of code, of which ICMP has eight.
        #expect(decode(ICMPAttribute.self, [0, 0, 7, 0, 0, 0, 0, 0]) == nil)
    }

    /// Which lengths from 0 to 24 an attribute can have.
    private func lengths<A: Attribute>(of kind: A.Type, _ first: [UInt8] = []) -> [Int] {
        (0...24).filter { length in
            let value = Array((first + [UInt8](repeating: 0, count: 24)).prefix(length))
            return decode(kind, value) != nil
        }
    }

    @Test func everyOtherLengthIsRefused() {
        #expect(lengths(of: ChannelNumber.self, [0x40, 0]) == [4])
        #expect(lengths(of: ChannelNumber.self) == [])
        #expect(lengths(of: Lifetime.self) == [4])
        #expect(lengths(of: XORPeerAddress.self, [0, 1]) == [8])
        #expect(lengths(of: XORPeerAddress.self, [0, 2]) == [20])
        #expect(lengths(of: XORPeerAddress.self, [0, 3]) == [])
        #expect(lengths(of: XORRelayedAddress.self, [0, 1]) == [8])
        #expect(lengths(of: XORRelayedAddress.self, [0, 2]) == [20])
        #expect(lengths(of: DataAttribute.self) == Array(0...24))
        #expect(lengths(of: RequestedAddressFamily.self) == [4])
        #expect(lengths(of: AdditionalAddressFamily.self) == [4])
        #expect(lengths(of: AddressErrorCode.self, [1, 0, 4, 40]) == Array(4...24))
        #expect(lengths(of: AddressErrorCode.self, [1, 0, 2, 0]) == [])
        #expect(lengths(of: EvenPort.self) == [1])
        #expect(lengths(of: RequestedTransport.self) == [4])
        #expect(lengths(of: DontFragment.self) == [0])
        #expect(lengths(of: ReservationToken.self) == [8])
        #expect(lengths(of: ICMPAttribute.self) == [8])
    }

    @Test func noValueTrapsAnyOfThem() {
        var random = SeededRandom(seed: 44)
        var legal = 0
        for _ in 0..<5_000 {
            let value = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            legal += roundTrips(ChannelNumber.self, value) + roundTrips(Lifetime.self, value)
            legal += roundTrips(XORPeerAddress.self, value) + roundTrips(XORRelayedAddress.self, value)
            legal += roundTrips(DataAttribute.self, value) + roundTrips(RequestedAddressFamily.self, value)
            legal += roundTrips(AdditionalAddressFamily.self, value) + roundTrips(EvenPort.self, value)
            legal += roundTrips(AddressErrorCode.self, value) + roundTrips(RequestedTransport.self, value)
            legal += roundTrips(DontFragment.self, value) + roundTrips(ReservationToken.self, value)
            legal += roundTrips(ICMPAttribute.self, value)
        }
        #expect(legal > 5_000)
    }

    /// 1 when the value is legal, and then it reads the same after it was written again.
    private func roundTrips<A: Attribute>(_ kind: A.Type, _ value: [UInt8]) -> Int {
        guard let attribute = decode(kind, value) else { return 0 }
        let wire = encode(attribute)
        let length = Int(wire[2]) << 8 | Int(wire[3])
        #expect(decode(kind, Array(wire[4..<4 + length])) == attribute)
        return 1
    }
}
