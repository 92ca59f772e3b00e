internal import CLinux
internal import Glibc
internal import SansIO

/// An endpoint as the kernel reads and writes it: `sockaddr_in` or `sockaddr_in6` in the same 28 bytes.
struct SocketAddress {
    var storage = clx_address()
    var length = socklen_t(MemoryLayout<clx_address>.size)

    init() {}

    init(_ endpoint: Endpoint) {
        withUnsafeMutablePointer(to: &storage) { length = Self.write(endpoint, to: $0) }
    }

    /// Writes `endpoint` and returns the length to tell the kernel.
    @inline(__always)
    static func write(_ endpoint: Endpoint, to storage: UnsafeMutablePointer<clx_address>) -> UInt32 {
        let raw = UnsafeMutableRawPointer(storage)
        if endpoint.address.family == .v4 {
            let bits = UInt32(truncatingIfNeeded: endpoint.address.low)
            raw.storeBytes(of: sa_family_t(AF_INET), as: sa_family_t.self)
            raw.storeBytes(of: endpoint.port.bigEndian, toByteOffset: 2, as: UInt16.self)
            raw.storeBytes(of: bits.bigEndian, toByteOffset: 4, as: UInt32.self)
            raw.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
            return UInt32(MemoryLayout<sockaddr_in>.size)
        }
        raw.storeBytes(of: sa_family_t(AF_INET6), as: sa_family_t.self)
        raw.storeBytes(of: endpoint.port.bigEndian, toByteOffset: 2, as: UInt16.self)
        raw.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
        raw.storeBytes(of: endpoint.address.high.bigEndian, toByteOffset: 8, as: UInt64.self)
        raw.storeBytes(of: endpoint.address.low.bigEndian, toByteOffset: 16, as: UInt64.self)
        raw.storeBytes(of: 0, toByteOffset: 24, as: UInt32.self)
        return UInt32(MemoryLayout<clx_address>.size)
    }

    /// The endpoint the kernel wrote; nil for a family that is not IP.
    @inline(__always)
    static func read(_ storage: UnsafePointer<clx_address>) -> Endpoint? {
        let raw = UnsafeRawPointer(storage)
        let port = UInt16(bigEndian: raw.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        switch Int32(raw.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            let bits = UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
            return Endpoint(IPAddress(v4: bits), port)
        case AF_INET6:
            let high = UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            let low = UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
            return Endpoint(IPAddress(v6: high, low), port)
        default:
            return nil
        }
    }

    var endpoint: Endpoint? {
        withUnsafePointer(to: storage) { Self.read($0) }
    }

    /// The endpoint that the C library tells; nil for a family that is not IP.
    static func endpoint(of sockaddr: UnsafePointer<sockaddr>) -> Endpoint? {
        let size =
            switch Int32(sockaddr.pointee.sa_family) {
            case AF_INET: MemoryLayout<sockaddr_in>.size
            case AF_INET6: MemoryLayout<sockaddr_in6>.size
            default: 0
            }
        guard size > 0 else { return nil }
        var address = SocketAddress()
        withUnsafeMutableBytes(of: &address.storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: sockaddr, count: size))
        }
        return address.endpoint
    }

    /// Calls `body` with the address as system calls take it.
    func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafeBytes(of: storage) { raw in
            guard let base = raw.baseAddress else { preconditionFailure("an address has bytes") }
            return body(base.assumingMemoryBound(to: sockaddr.self), length)
        }
    }

    /// Lets `body` fill in an address.
    mutating func fill<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> Result {
        length = socklen_t(MemoryLayout<clx_address>.size)
        return withUnsafeMutableBytes(of: &storage) { raw in
            guard let base = raw.baseAddress else { preconditionFailure("an address has bytes") }
            return body(base.assumingMemoryBound(to: sockaddr.self), &length)
        }
    }
}
