import STUN
import SansIO
import Testing

@Suite struct AddressAttributesTests {
    private let id = TransactionID(0x0102_0304, 0x0506_0708_090A_0B0C)

    private func written(_ attribute: some Attribute) -> [UInt8] {
        var writer = AttributeWriter(transactionID: id)
        attribute.encode(into: &writer)
        return writer.bytes
    }

    @Test func writesAnAddressInTheClear() throws {
        let endpoint = try #require(Endpoint("192.0.2.1:32853"))
        #expect(written(MappedAddress(endpoint)) == [0, 1, 0x80, 0x55, 192, 0, 2, 1])
    }

    @Test func masksAnIPv4AddressWithTheCookieAlone() throws {
        let endpoint = try #require(Endpoint("192.0.2.1:32853"))
        #expect(written(XORMappedAddress(endpoint)) == [0, 1, 0xA1, 0x47, 0xE1, 0x12, 0xA6, 0x43])
    }

    @Test func masksAnIPv6AddressWithTheTransactionToo() throws {
        let endpoint = try #require(Endpoint("[::]:0"))
        #expect(
            written(XORMappedAddress(endpoint))
                == [0, 2, 0x21, 0x12, 0x21, 0x12, 0xA4, 0x42] + (1...12).map { UInt8($0) }
        )
    }

    @Test(arguments: ["192.0.2.1:0", "255.255.255.255:65535", "[2001:db8::1]:3478", "[::ffff:10.0.0.1]:1"])
    func readsWhatItWrites(_ text: String) throws {
        let endpoint = try #require(Endpoint(text))
        let (plain, masked) = (written(MappedAddress(endpoint)), written(XORMappedAddress(endpoint)))
        let mapped = try MappedAddress(decoding: plain.span, transactionID: id)
        let xorMapped = try XORMappedAddress(decoding: masked.span, transactionID: id)
        #expect(mapped.endpoint == endpoint && xorMapped.endpoint == endpoint)
    }

    @Test func ignoresTheFirstByte() throws {
        let value: [UInt8] = [0xFF, 1, 0, 1, 10, 0, 0, 1]
        let address = try PlainAddress(decoding: value.span)
        #expect(address.endpoint == Endpoint("10.0.0.1:1"))
    }

    @Test(
        arguments: [
            ([0, 1, 0, 1, 10, 0, 0], AttributeError.wrongLength(7)),
            ([0, 1, 0, 1, 10, 0, 0, 1, 0], .wrongLength(9)),
            ([0, 2, 0, 1, 10, 0, 0, 1], .wrongLength(8)),
            ([0, 1] + [UInt8](repeating: 0, count: 18), .wrongLength(20)),
            ([0, 3, 0, 1, 10, 0, 0, 1], .unknownAddressFamily(3)),
            ([0, 0, 0, 1, 10, 0, 0, 1], .unknownAddressFamily(0)),
            ([0, 1, 0], .wrongLength(3)),
        ] as [([UInt8], AttributeError)]
    )
    func refusesAFamilyThatDoesNotFitTheLength(_ value: [UInt8], _ error: AttributeError) {
        #expect(throws: error) { try PlainAddress(decoding: value.span) }
        #expect(throws: error) { try XORAddress(decoding: value.span, transactionID: id) }
    }
}
