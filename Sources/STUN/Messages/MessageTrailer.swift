/// Where the attributes stand that protect a message, and where the ones end that they protect.
///
/// RFC 8489 §14.5 to §14.7. Offsets are those of attribute headers.
package struct MessageTrailer: BitwiseCopyable {
    /// Attributes at or behind this offset are ignored unless they are named below.
    package private(set) var visibleEnd: Int
    package private(set) var integrity: Int?
    package private(set) var integritySHA256: Int?
    package private(set) var fingerprint: Int?

    /// Walks over all attributes, the ignored ones too, since framing holds for them as well.
    package init(scanning bytes: Span<UInt8>) throws(MessageError) {
        visibleEnd = bytes.count
        var offset = MessageFormat.headerLength
        while offset < bytes.count {
            let attribute = try AttributeLocation(in: bytes, at: offset)
            switch attribute.type {
            case .messageIntegrity where integrity == nil && integritySHA256 == nil:
                integrity = offset
                visibleEnd = min(visibleEnd, offset)
            case .messageIntegritySHA256 where integritySHA256 == nil:
                integritySHA256 = offset
                visibleEnd = min(visibleEnd, offset)
            case .fingerprint where attribute.end == bytes.count || visibleEnd == bytes.count:
                fingerprint = offset
            default:
                break
            }
            offset = attribute.end
        }
    }

    /// Whether a receiver looks at the attribute at `offset`.
    package func shows(_ offset: Int) -> Bool {
        offset < visibleEnd || offset == integrity || offset == integritySHA256 || offset == fingerprint
    }
}
