/// One attribute of a message by the places of its parts.
package struct AttributeLocation {
    package let type: AttributeType
    /// The value without its padding.
    package let value: Range<Int>
    /// Where the next attribute starts.
    package var end: Int { value.lowerBound + MessageFormat.padded(value.count) }

    /// The attribute whose header stands at `offset`, or an overrun of the message's end.
    package init(in bytes: Span<UInt8>, at offset: Int) throws(MessageError) {
        guard bytes.count - offset >= MessageFormat.attributeHeaderLength else {
            throw .attributeOverrun(offset: offset)
        }
        self.init(unchecked: bytes, at: offset)
        guard end <= bytes.count else { throw .attributeOverrun(offset: offset) }
    }

    /// The attribute at `offset` of a message that was scanned before.
    package init(unchecked bytes: Span<UInt8>, at offset: Int) {
        type = AttributeType(rawValue: bytes.uint16(at: offset))
        let start = offset + MessageFormat.attributeHeaderLength
        value = start..<start + Int(bytes.uint16(at: offset + 2))
    }
}
