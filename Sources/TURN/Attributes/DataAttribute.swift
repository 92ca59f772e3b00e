public import STUN

/// The bytes that a Send or Data indication carries; may be empty.
///
/// RFC 8656 §18.4. The packet path does not decode it: it asks the message where the value lies.
public struct DataAttribute: Attribute {
    public static let type = AttributeType.data

    public var bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        bytes = (0..<value.count).map { value[$0] }
    }

    public func encode(into writer: inout AttributeWriter) {
        writer.append(contentsOf: bytes)
    }
}
