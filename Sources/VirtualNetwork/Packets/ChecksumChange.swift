import SansIO

/// What a checksum changes by when some of the words under it are replaced.
///
/// RFC 1624 §3, equation 3: HC' = ~(~HC + ~m + m'). A wrong checksum stays wrong, as it should.
struct ChecksumChange {
    private var sum: UInt64 = 0

    init() {}

    mutating func replace(_ old: UInt16, with new: UInt16) {
        sum &+= UInt64(~old) &+ UInt64(new)
    }

    mutating func replace(_ old: IPAddress, with new: IPAddress) {
        replaceWords(of: old.low, with: new.low)
        replaceWords(of: old.high, with: new.high)
    }

    private mutating func replaceWords(of old: UInt64, with new: UInt64) {
        var shift: UInt64 = 0
        while shift < 64 {
            replace(
                UInt16(truncatingIfNeeded: old >> shift),
                with: UInt16(truncatingIfNeeded: new >> shift)
            )
            shift += 16
        }
    }

    /// The checksum after the change.
    func applied(to checksum: UInt16) -> UInt16 {
        ~InternetChecksum.fold(UInt64(~checksum) &+ sum)
    }
}
