/// What a request is about, as it was sent: still percent-encoded. RFC 9112 §3.2
public struct HTTPTarget: Hashable, Sendable, CustomStringConvertible {
    /// Begins with "/", or is "*" for a request about the server itself.
    public var path: String
    /// What stands behind the "?"; nil where none stands.
    public var query: String?

    public init(path: String, query: String? = nil) {
        self.path = path
        self.query = query
    }

    /// The path without percent-encoding; nil when it is encoded wrongly or is not UTF-8.
    ///
    /// An encoded slash becomes one like any other: take care where paths name files.
    public var decodedPath: String? { PercentEncoding.decode(path) }

    /// The parameters of a query such as `select=*&id=eq.7`, in order, decoded; "+" stands for a space.
    ///
    /// A parameter that is encoded wrongly is left out.
    public var parameters: [(name: String, value: String)] {
        guard let query else { return [] }
        return query.utf8.split(separator: UInt8(ascii: "&")).compactMap { pair in
            let parts = pair.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let value = parts.count == 2 ? Substring(parts[1]) : ""
            guard let name = PercentEncoding.decodeForm(Substring(parts[0])),
                let decoded = PercentEncoding.decodeForm(value)
            else { return nil }
            return (name, decoded)
        }
    }

    /// The value of the first parameter with that name.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    public var description: String { query.map { "\(path)?\($0)" } ?? path }
}
