import SansIO

extension PacketBuffer {
    /// The 32 bits in network order at `offset` from the packet's start.
    func uint32(at offset: Int) -> UInt32 {
        UInt32(uint16(at: offset)) << 16 | UInt32(uint16(at: offset + 2))
    }

    private func uint64(at offset: Int) -> UInt64 {
        UInt64(uint32(at: offset)) << 32 | UInt64(uint32(at: offset + 4))
    }

    /// The address at `offset` from the packet's start.
    func address(_ family: IPAddress.Family, at offset: Int) -> IPAddress {
        family == .v4
            ? IPAddress(v4: uint32(at: offset))
            : IPAddress(v6: uint64(at: offset), uint64(at: offset + 8))
    }

    /// Writes an address at `offset` from the packet's start.
    func setAddress(_ address: IPAddress, at offset: Int) {
        guard address.family == .v6 else {
            return setUInt32(UInt32(truncatingIfNeeded: address.low), at: offset)
        }
        setUInt32(UInt32(truncatingIfNeeded: address.high >> 32), at: offset)
        setUInt32(UInt32(truncatingIfNeeded: address.high), at: offset + 4)
        setUInt32(UInt32(truncatingIfNeeded: address.low >> 32), at: offset + 8)
        setUInt32(UInt32(truncatingIfNeeded: address.low), at: offset + 12)
    }
}
