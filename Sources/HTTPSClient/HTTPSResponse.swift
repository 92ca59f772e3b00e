internal import CCurl

/// What a server answered.
public struct HTTPSResponse: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first header of that name, in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The server's clock in seconds since 1970, as its Date header has it.
    public var date: Int64? {
        guard let text = header("Date") else { return nil }
        let time = curl_getdate(text, nil)
        return time < 0 ? nil : Int64(time)
    }
}
