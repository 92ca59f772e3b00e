internal import COpenSSL
internal import Glibc

/// The BIO between OpenSSL and a socket.
///
/// OpenSSL's own socket BIO writes with write(2), and a peer that has gone would kill the process by SIGPIPE.
enum TLSTransport {
    // Made once, never changed; OpenSSL reads it from any thread.
    nonisolated(unsafe) private static let method: OpaquePointer? = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "stream socket") else {
            return nil
        }
        BIO_meth_set_write(method) { TLSTransport.write($0, $1, $2) }
        BIO_meth_set_read(method) { TLSTransport.read($0, $1, $2) }
        BIO_meth_set_ctrl(method) { TLSTransport.control($0, $1, $2, $3) }
        BIO_meth_set_create(method) { bio in
            BIO_set_init(bio, 1)
            return 1
        }
        return method
    }()

    static func make(for descriptor: Int32) -> OpaquePointer? {
        guard let bio = BIO_new(method) else { return nil }
        BIO_set_data(bio, UnsafeMutableRawPointer(bitPattern: Int(descriptor) + 1))
        return bio
    }

    private static func descriptor(of bio: OpaquePointer?) -> Int32 {
        Int32(truncatingIfNeeded: Int(bitPattern: BIO_get_data(bio)) - 1)
    }

    private static let retryFlags =
        BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_IO_SPECIAL | BIO_FLAGS_SHOULD_RETRY

    private static func write(_ bio: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int32) -> Int32
    {
        BIO_clear_flags(bio, retryFlags)
        let outcome = SystemCall.outcome { send(descriptor(of: bio), bytes, Int(count), Int32(MSG_NOSIGNAL)) }
        switch outcome {
        case .value(let written):
            return Int32(written)
        case .wouldBlock:
            BIO_set_flags(bio, BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY)
            return -1
        case .failure:
            return -1
        }
    }

    private static func read(
        _ bio: OpaquePointer?,
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ count: Int32
    ) -> Int32 {
        BIO_clear_flags(bio, retryFlags)
        switch SystemCall.outcome({ recv(descriptor(of: bio), bytes, Int(count), 0) }) {
        case .value(let read):
            if read == 0 { BIO_set_flags(bio, BIO_FLAGS_IN_EOF) }
            return Int32(read)
        case .wouldBlock:
            BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            return -1
        case .failure:
            return -1
        }
    }

    private static func control(
        _ bio: OpaquePointer?,
        _ command: Int32,
        _ number: Int,
        _ pointer: UnsafeMutableRawPointer?
    ) -> Int {
        switch command {
        case BIO_CTRL_FLUSH: 1
        case BIO_CTRL_EOF: BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0
        default: 0
        }
    }
}
