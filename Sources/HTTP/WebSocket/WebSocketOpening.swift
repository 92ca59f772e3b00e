/// What a client asks a server for. RFC 6455 §4.1
public struct WebSocketOpening: Hashable, Sendable {
    /// The value of the Host field: a name or an address, with the port where it is not the scheme's.
    public var host: String
    public var target: HTTPTarget
    /// Subprotocols to choose from, the most wanted first.
    public var subprotocols: [String]
    /// Further fields, such as Authorization or Origin.
    public var headers: HTTPHeaders

    public init(
        host: String,
        target: HTTPTarget,
        subprotocols: [String] = [],
        headers: HTTPHeaders = [:]
    ) {
        self.host = host
        self.target = target
        self.subprotocols = subprotocols
        self.headers = headers
    }

    /// The request's bytes.
    func request(key: String) -> [UInt8] {
        // As in a response: nothing that is put in may end a line.
        let path = "\(target)".utf8.map { (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "_") }
        var bytes = Array("GET ".utf8) + path + Array(" HTTP/1.1\r\n".utf8)
        var fields: HTTPHeaders = [
            "Host": host, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Version": "13",
        ]
        if !subprotocols.isEmpty {
            fields.append("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", "))
        }
        for field in fields.fields + headers.fields { ResponseEncoder.append(field, to: &bytes) }
        return bytes + Array("\r\n".utf8)
    }
}
