import HTTP
import SansIO

/// What a server connection made of an input, driven as the event loop drives it.
struct HTTPConversation: Equatable {
    var requests: [HTTPRequest] = []
    var refusals: [HTTPRefusal] = []
    var written: [UInt8] = []
    var ending: HTTPEnding?

    var text: String { String(decoding: written, as: UTF8.self) }

    /// The status codes of all answers, in order.
    var statuses: [Int] {
        text.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
    }

    /// Every request is answered 200 with what it was.
    static func echo(_ request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(.ok, headers: ["X-Path": request.target.path], body: request.body)
    }

    /// Lets the pieces arrive one by one, then the end of the stream.
    init(
        _ pieces: [ArraySlice<UInt8>],
        limits: HTTPLimits = HTTPLimits(),
        answer: (HTTPRequest) -> HTTPResponse = HTTPConversation.echo
    ) {
        let now = Instant(nanoseconds: 0)
        var connection = HTTPServerConnection(limits: limits, at: now)
        var waiting = pieces[...]
        var hasEnded = false
        while ending == nil {
            while let output = connection.nextOutput() {
                switch output {
                case .request(let request):
                    requests.append(request)
                    connection.respond(answer(request), at: now)
                case .refused(let refusal): refusals.append(refusal)
                case .endOfWriting: break
                case .finished(let how): ending = how
                }
            }
            if !connection.outgoing.isEmpty {
                written += connection.takeOutgoing(at: now)
            } else if connection.wantsInput, let piece = waiting.popFirst() {
                connection.receive(Array(piece).span, at: now)
            } else if !hasEnded {
                hasEnded = true
                connection.receiveEnd(at: now)
            } else {
                // Nothing more can come of it.
                return
            }
        }
    }

    init(_ input: [UInt8], limits: HTTPLimits = HTTPLimits()) {
        self.init([input[...]], limits: limits)
    }

    init(_ input: String, limits: HTTPLimits = HTTPLimits()) {
        self.init(Array(input.utf8), limits: limits)
    }
}
