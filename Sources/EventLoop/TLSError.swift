internal import COpenSSL
internal import Glibc

/// A TLS operation that failed, with OpenSSL's reason.
public struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, with the file or the peer it was about: `read private key /etc/relay/key.pem`.
    public let operation: String
    public let reason: String

    public init(_ operation: String, _ reason: String) {
        self.operation = operation
        self.reason = reason
    }

    public var description: String { "\(operation): \(reason)" }

    /// Takes the reasons off this thread's error queue, the first of them being the cause.
    static func taking(_ operation: String, otherwise reason: String = "unknown reason") -> TLSError {
        var reasons: [String] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { break }
            if let text = ERR_reason_error_string(code) { reasons.append(String(cString: text)) }
        }
        return TLSError(operation, reasons.first ?? reason)
    }
}
