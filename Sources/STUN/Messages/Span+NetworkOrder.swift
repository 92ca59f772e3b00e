extension Span where Element == UInt8 {
    /// The 16 bits in network order at `offset`; it must be within the span.
    package func uint16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    /// The 32 bits in network order at `offset`; it must be within the span.
    package func uint32(at offset: Int) -> UInt32 {
        UInt32(uint16(at: offset)) << 16 | UInt32(uint16(at: offset + 2))
    }

    /// The 64 bits in network order at `offset`; it must be within the span.
    package func uint64(at offset: Int) -> UInt64 {
        UInt64(uint32(at: offset)) << 32 | UInt64(uint32(at: offset + 4))
    }
}

extension [UInt8] {
    /// An array of its own with the bytes of a span.
    package init(copying span: Span<UInt8>) {
        self.init()
        reserveCapacity(span.count)
        for index in span.indices { append(span[index]) }
    }
}
