/// The first line of a request: `GET /path?query HTTP/1.1`. RFC 9112 §3
struct RequestLine: Hashable, Sendable {
    let method: HTTPMethod
    let target: HTTPTarget
    let version: HTTPVersion

    /// Strict: one space between the three parts and nothing around them.
    init(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) {
        let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, FieldSyntax.isToken(parts[0]), !parts[1].isEmpty else {
            throw .malformed("the request line is not METHOD TARGET VERSION with single spaces")
        }
        version = try Self.version(parts[2])
        method = HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self))
        guard method != .connect else { throw HTTPRefusal(.notImplemented, "CONNECT: this is no proxy") }
        target = try Self.target(parts[1], method)
    }

    private static func version(_ text: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPVersion {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let bytes = Array(text)
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), digits.contains(bytes[5]),
            bytes[6] == UInt8(ascii: "."), digits.contains(bytes[7])
        else { throw .malformed("the request line does not end with a version") }
        guard bytes[5] == UInt8(ascii: "1") else {
            throw HTTPRefusal(.httpVersionNotSupported, "HTTP/1.0 and HTTP/1.1 are served")
        }
        return bytes[7] == UInt8(ascii: "0") ? .http10 : .http11
    }

    private static func target(
        _ bytes: ArraySlice<UInt8>,
        _ method: HTTPMethod
    ) throws(HTTPRefusal) -> HTTPTarget {
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
            throw .malformed("a character in the target that must be percent-encoded")
        }
        let text = String(decoding: bytes, as: UTF8.self)[...]
        if text == "*", method == .options { return HTTPTarget(path: "*") }
        if bytes.first == UInt8(ascii: "/") { return originForm(text) }
        return try absoluteForm(text)
    }

    private static func originForm(_ text: Substring) -> HTTPTarget {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            return HTTPTarget(path: String(text))
        }
        return HTTPTarget(path: String(text[..<mark]), query: String(text[text.utf8.index(after: mark)...]))
    }

    /// `http://host/path`, which a server has to accept as well (RFC 9112 §3.2.2).
    ///
    /// The host in it is not looked at, no more than that in the Host field.
    private static func absoluteForm(_ text: Substring) throws(HTTPRefusal) -> HTTPTarget {
        for scheme in ["http://", "https://"] where FieldSyntax.isSameName(text.prefix(scheme.count), scheme)
        {
            let rest = text.dropFirst(scheme.count)
            let end =
                rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            guard HostField.isValid(rest[..<end]) else { throw .malformed("the host in the target is none") }
            let path = rest[end...]
            return originForm(path.utf8.first == UInt8(ascii: "/") ? path : "/" + path)
        }
        throw .malformed("the target neither begins with / nor is an http URL")
    }
}
