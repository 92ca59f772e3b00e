internal import Cryptography

/// The proof that a server has read a WebSocket handshake. RFC 6455 §4.2.2
enum WebSocketKey {
    /// The value of Sec-WebSocket-Accept that answers the value of Sec-WebSocket-Key.
    static func acceptance(of key: String) -> String {
        let text = Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)
        return Base64.encode(Digest.sha1(text.span).span)
    }

    /// A fresh key.
    static func random(using generator: inout any RandomNumberGenerator) -> String {
        var bytes: [UInt8] = []
        for _ in 0..<2 {
            let number = generator.next()
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
        return Base64.encode(bytes.span)
    }
}
