/// PASSWORD-ALGORITHMS: the algorithms the server accepts, the one it likes best first.
///
/// RFC 8489 §14.11. The client returns the list unchanged, so that nobody can shorten it on the way.
public struct PasswordAlgorithms: Attribute {
    public static let type = AttributeType.passwordAlgorithms

    public let algorithms: [PasswordAlgorithm]

    public init(_ algorithms: [PasswordAlgorithm]) {
        self.algorithms = algorithms
    }

    public init(decoding value: Span<UInt8>, transactionID: TransactionID) throws(AttributeError) {
        var algorithms: [PasswordAlgorithm] = []
        var offset = 0
        while offset < value.count {
            algorithms.append(try PasswordAlgorithm(decoding: value, from: &offset))
        }
        self.algorithms = algorithms
    }

    public func encode(into writer: inout AttributeWriter) {
        for algorithm in algorithms { algorithm.encode(into: &writer) }
    }
}
