internal import HTTP

extension HTTPServerConnection {
    /// Writes what goes now of what waits; how much that was.
    func write(to channel: StreamChannel) throws(StreamError) -> Int {
        try channel.write(outgoing)
    }
}

extension WebSocketConnection {
    /// Writes what goes now of what waits; how much that was.
    func write(to channel: StreamChannel) throws(StreamError) -> Int {
        try channel.write(outgoing)
    }
}

extension StreamChannel {
    fileprivate func write(_ bytes: Span<UInt8>) throws(StreamError) -> Int {
        try bytes.withUnsafeBufferPointer { buffer throws(StreamError) in
            try write(UnsafeRawBufferPointer(buffer))
        }
    }
}
