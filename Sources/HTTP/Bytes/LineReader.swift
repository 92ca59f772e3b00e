/// Takes lines off the input, each ended by CR LF. RFC 9112 §2.2
///
/// Every byte is looked at once and in its turn, so that a wrong one is found at the same place however the
/// input is cut. A lone CR or LF ends nothing and is refused: recipients that disagree about it can be made to
/// see different messages.
package struct LineReader: Sendable {
    package enum Problem: Error, Hashable, Sendable {
        case tooLong
        /// A carriage return without a line feed behind it.
        case bareCarriageReturn
        /// A line feed without a carriage return before it.
        case bareLineFeed
        case controlCharacter
    }

    private var scanned = 0
    private var sawCarriageReturn = false

    package init() {}

    /// The next line without its end, of at most `limit` bytes; nil when more input is needed.
    package mutating func next(
        from input: inout ByteBuffer,
        limit: Int
    ) throws(Problem) -> ArraySlice<UInt8>? {
        while scanned < input.count {
            let byte = input[scanned]
            if sawCarriageReturn {
                guard byte == UInt8(ascii: "\n") else { throw .bareCarriageReturn }
                let line = input.take(scanned - 1)
                input.consume(2)
                self = LineReader()
                return line
            }
            switch byte {
            case UInt8(ascii: "\r"): sawCarriageReturn = true
            case UInt8(ascii: "\n"): throw .bareLineFeed
            case _ where !FieldSyntax.isValueByte(byte): throw .controlCharacter
            case _ where scanned >= limit: throw .tooLong
            default: break
            }
            scanned += 1
        }
        return nil
    }
}
