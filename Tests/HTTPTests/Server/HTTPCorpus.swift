import Testing

/// Streams of requests, good and bad, with what becomes of them: the statuses of all answers.
enum HTTPCorpus {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let input: String
        let statuses: [Int]

        init(_ name: String, _ input: String, _ statuses: Int...) {
            self.name = name
            self.input = input
            self.statuses = statuses
        }

        var bytes: [UInt8] { Array(input.utf8) }
        var testDescription: String { name }
    }

    private static let host = "Host: a\r\n"
    private static let post = "POST /p HTTP/1.1\r\nHost: a\r\n"

    static let wellFormed: [Sample] = [
        Sample("nothing", ""),
        Sample("get", "GET /x?y=1 HTTP/1.1\r\n\(host)\r\n", 200),
        Sample("two requests", "GET /1 HTTP/1.1\r\n\(host)\r\nGET /2 HTTP/1.1\r\n\(host)\r\n", 200, 200),
        Sample("content", "\(post)Content-Length: 5\r\n\r\nhello", 200),
        Sample(
            "content and another",
            "\(post)Content-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\n\(host)\r\n",
            200,
            200
        ),
        Sample("no content told", "\(post)Content-Length: 0\r\n\r\nGET / HTTP/1.1\r\n\(host)\r\n", 200, 200),
        Sample(
            "chunks",
            "\(post)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;x=\"y\"\r\n0123456789\r\n0\r\n\r\n",
            200
        ),
        Sample(
            "chunks, trailers",
            "\(post)Transfer-Encoding: Chunked\r\n\r\n1\r\na\r\n000\r\nX-T: 1\r\n\r\nGET / HTTP/1.1\r\n\(host)\r\n",
            200,
            200
        ),
        Sample("expectation", "\(post)Expect: 100-continue\r\nContent-Length: 2\r\n\r\nhi", 100, 200),
        Sample("expectation without content", "\(post)Expect: 100-continue\r\n\r\n", 200),
        Sample("HTTP/1.0", "GET / HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n", 200),
        Sample(
            "HTTP/1.0 kept alive",
            "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n",
            200,
            200
        ),
        Sample(
            "closed",
            "GET / HTTP/1.1\r\n\(host)Connection: x, Close\r\n\r\nGET / HTTP/1.1\r\n\(host)\r\n",
            200
        ),
        Sample("HTTP/1.7", "GET / HTTP/1.7\r\n\(host)\r\n", 200),
        Sample("empty line in front", "\r\nGET / HTTP/1.1\r\n\(host)\r\n", 200),
        Sample("head", "HEAD / HTTP/1.1\r\n\(host)\r\nGET / HTTP/1.1\r\n\(host)\r\n", 200, 200),
        Sample("absolute form", "GET http://b:80/x HTTP/1.1\r\n\(host)\r\n", 200),
        Sample("asterisk", "OPTIONS * HTTP/1.1\r\n\(host)\r\n", 200),
        Sample("IPv6 host", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", 200),
        Sample("cut short", "GET / HTTP/1.1\r\n\(host)\r\nGET / HT", 200),
        Sample("content cut short", "\(post)Content-Length: 50\r\n\r\nhello"),
    ]

    static let malformed: [Sample] = [
        Sample("two empty lines", "\r\n\r\nGET / HTTP/1.1\r\n\(host)\r\n", 400),
        Sample("TLS", "\u{16}\u{3}\u{1}", 400),
        Sample("line feeds alone", "GET / HTTP/1.1\nHost: a\n\n", 400),
        Sample("bare CR", "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", 400),
        Sample("NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n", 400),
        Sample("HTTP/0.9", "GET /\r\n", 400),
        Sample("two spaces", "GET  / HTTP/1.1\r\n\(host)\r\n", 400),
        Sample("space behind the version", "GET / HTTP/1.1 \r\n\(host)\r\n", 400),
        Sample("space in the target", "GET /a b HTTP/1.1\r\n\(host)\r\n", 400),
        Sample("lower-case version", "GET / http/1.1\r\n\(host)\r\n", 400),
        Sample("long version", "GET / HTTP/1.10\r\n\(host)\r\n", 400),
        Sample("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        Sample("a method that is no token", "G(T / HTTP/1.1\r\n\(host)\r\n", 400),
        Sample("fragment", "GET /#a HTTP/1.1\r\n\(host)\r\n", 400),
        Sample("target beyond ASCII", "GET /é HTTP/1.1\r\n\(host)\r\n", 400),
        Sample("relative target", "GET a HTTP/1.1\r\n\(host)\r\n", 400),
        Sample("asterisk with GET", "GET * HTTP/1.1\r\n\(host)\r\n", 400),
        Sample("absolute form without host", "GET http:///x HTTP/1.1\r\n\(host)\r\n", 400),
        Sample("user in the target", "GET http://u@b/ HTTP/1.1\r\n\(host)\r\n", 400),
        Sample("connect", "CONNECT a:443 HTTP/1.1\r\n\(host)\r\n", 501),
        Sample("no host", "GET / HTTP/1.1\r\n\r\n", 400),
        Sample("two hosts", "GET / HTTP/1.1\r\n\(host)Host: a\r\n\r\n", 400),
        Sample("empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
        Sample("host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        Sample("host with a list", "GET / HTTP/1.1\r\nHost: a,b\r\n\r\n", 400),
        Sample("host with a wrong port", "GET / HTTP/1.1\r\nHost: a:8x\r\n\r\n", 400),
        Sample("space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
        Sample("folded line", "GET / HTTP/1.1\r\n\(host)X: a\r\n b\r\n\r\n", 400),
        Sample("folded first line", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
        Sample("no colon", "GET / HTTP/1.1\r\n\(host)X\r\n\r\n", 400),
        Sample("no name", "GET / HTTP/1.1\r\n\(host): x\r\n\r\n", 400),
        Sample("unknown expectation", "GET / HTTP/1.1\r\n\(host)Expect: tea\r\n\r\n", 417),
    ]

    /// Requests whose content two readers could see end at different places. RFC 9112 §11.2
    static let smuggling: [Sample] = [
        Sample(
            "length and chunks",
            "\(post)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400
        ),
        Sample(
            "chunks and length",
            "\(post)Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            400
        ),
        Sample("two lengths", "\(post)Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
        Sample("two equal lengths", "\(post)Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400),
        Sample("a list of lengths", "\(post)Content-Length: 5, 5\r\n\r\nhello", 400),
        Sample("signed length", "\(post)Content-Length: +5\r\n\r\nhello", 400),
        Sample("negative length", "\(post)Content-Length: -1\r\n\r\nhello", 400),
        Sample("hexadecimal length", "\(post)Content-Length: 0x5\r\n\r\nhello", 400),
        Sample("empty length", "\(post)Content-Length:\r\n\r\nhello", 400),
        Sample("length beyond Int", "\(post)Content-Length: 99999999999999999999\r\n\r\nhello", 413),
        Sample("space in the name", "\(post)Content-Length : 5\r\n\r\nhello", 400),
        Sample("gzip", "\(post)Transfer-Encoding: gzip\r\n\r\n", 400),
        Sample("gzip, chunked", "\(post)Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
        Sample("chunked, gzip", "\(post)Transfer-Encoding: chunked, gzip\r\n\r\n", 400),
        Sample(
            "chunked twice",
            "\(post)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
            400
        ),
        Sample("chunked, identity", "\(post)Transfer-Encoding: chunked, identity\r\n\r\n", 400),
        Sample("xchunked", "\(post)Transfer-Encoding: xchunked\r\n\r\n", 400),
        Sample("quoted chunked", "\(post)Transfer-Encoding: \"chunked\"\r\n\r\n", 400),
        Sample("chunked with a vertical tab", "\(post)Transfer-Encoding: \u{b}chunked\r\n\r\n", 400),
        Sample("empty coding", "\(post)Transfer-Encoding:\r\n\r\n", 400),
        Sample("chunks in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        Sample("no chunk size", "\(post)Transfer-Encoding: chunked\r\n\r\n\r\n", 400),
        Sample("signed chunk size", "\(post)Transfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
        Sample("prefixed chunk size", "\(post)Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n", 400),
        Sample(
            "space in front of a chunk size",
            "\(post)Transfer-Encoding: chunked\r\n\r\n 5\r\nhello\r\n",
            400
        ),
        Sample("space behind a chunk size", "\(post)Transfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n", 400),
        Sample(
            "chunk size of 17 digits",
            "\(post)Transfer-Encoding: chunked\r\n\r\n00000000000000005\r\nhello\r\n",
            400
        ),
        Sample("chunk size of 64 bits", "\(post)Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", 413),
        Sample(
            "chunk longer than told",
            "\(post)Transfer-Encoding: chunked\r\n\r\n4\r\nhello\r\n0\r\n\r\n",
            400
        ),
        Sample(
            "line feed behind a chunk",
            "\(post)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\n0\r\n\r\n",
            400
        ),
        Sample(
            "line feed behind a chunk size",
            "\(post)Transfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n",
            400
        ),
        Sample(
            "line feed in an extension",
            "\(post)Transfer-Encoding: chunked\r\n\r\n5;a\nb\r\nhello\r\n0\r\n\r\n",
            400
        ),
        Sample("folded trailer", "\(post)Transfer-Encoding: chunked\r\n\r\n0\r\n X: a\r\n\r\n", 400),
    ]

    static let all = wellFormed + malformed + smuggling
}
