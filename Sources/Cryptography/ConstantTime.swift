internal import COpenSSL

/// Comparison that takes as long for a wrong secret as for a right one.
public enum ConstantTime {
    /// Whether both hold the same bytes.
    ///
    /// The time depends on the count alone.
    public static func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        guard left.count > 0 else { return true }
        return left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in
                CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
            }
        }
    }
}
