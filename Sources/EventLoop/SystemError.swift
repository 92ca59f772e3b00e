internal import Glibc

/// A system call that failed, and why.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was called, with what it was about: `bind 192.0.2.1:3478`.
    public let call: String
    /// The `errno` value.
    public let code: Int32

    public init(_ call: String, _ code: Int32) {
        self.call = call
        self.code = code
    }

    /// The call and the system's words for the error: `bind 192.0.2.1:80: Permission denied (errno 13)`.
    public var description: String {
        "\(call): \(Self.text(of: code)) (errno \(code))"
    }

    private static func text(of code: Int32) -> String {
        guard let text = strerror(code) else { return "unknown error" }
        return String(cString: text)
    }
}
