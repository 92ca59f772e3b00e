/// The end of a message under construction, where an attribute writes its value.
public struct AttributeWriter: Sendable {
    /// The transaction of the message, which addresses are masked with.
    public let transactionID: TransactionID
    /// The message so far.
    package internal(set) var bytes: [UInt8]

    package init(transactionID: TransactionID, bytes: [UInt8] = []) {
        self.transactionID = transactionID
        self.bytes = bytes
    }

    public mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends 16 bits in network order.
    public mutating func append(_ number: UInt16) {
        bytes.append(UInt8(truncatingIfNeeded: number >> 8))
        bytes.append(UInt8(truncatingIfNeeded: number))
    }

    /// Appends 32 bits in network order.
    public mutating func append(_ number: UInt32) {
        append(UInt16(truncatingIfNeeded: number >> 16))
        append(UInt16(truncatingIfNeeded: number))
    }

    /// Appends 64 bits in network order.
    public mutating func append(_ number: UInt64) {
        append(UInt32(truncatingIfNeeded: number >> 32))
        append(UInt32(truncatingIfNeeded: number))
    }

    public mutating func append(contentsOf other: some Sequence<UInt8>) {
        bytes.append(contentsOf: other)
    }

    /// Appends the bytes of a span.
    public mutating func append(copying span: Span<UInt8>) {
        bytes.reserveCapacity(bytes.count + span.count)
        for index in span.indices { bytes.append(span[index]) }
    }
}
