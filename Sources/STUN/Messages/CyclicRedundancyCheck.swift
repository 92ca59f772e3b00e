/// The CRC-32 of ITU V.42, as Ethernet and zip compute it.
package enum CyclicRedundancyCheck {
    /// The checksum of all bytes.
    package static func crc32(_ bytes: Span<UInt8>) -> UInt32 {
        let table = table
        var checksum = UInt32.max
        for index in bytes.indices {
            checksum = checksum >> 8 ^ table[Int((checksum ^ UInt32(bytes[index])) & 0xFF)]
        }
        return ~checksum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { remainder, _ in
            remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xEDB8_8320
        }
    }
}
