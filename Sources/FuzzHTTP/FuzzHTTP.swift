import FuzzDriver
import HTTP
import SansIO

/// Serves any bytes as one connection's stream, in one piece and in pieces that the input itself chooses: the
/// same comes of it.
@main
struct FuzzHTTP {
    static func main() {
        Fuzzer.run { start, count in
            let bytes = Fuzzer.bytes(start, count)
            guard let first = bytes.first else { return 0 }
            let stream = bytes.dropFirst()
            let whole = FuzzHTTP.outcome(of: stream, piece: stream.count)
            let pieces = FuzzHTTP.outcome(of: stream, piece: Int(first) + 1)
            guard whole == pieces else { fatalError("the pieces make something else than the whole") }
            return 0
        }
    }

    private struct Outcome: Equatable {
        var requests: [HTTPRequest] = []
        var refusals: [HTTPRefusal] = []
        var written: [UInt8] = []
    }

    /// Small limits, so that short inputs reach them.
    private static var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.requestLineBytes = 64
        limits.headerBytes = 256
        limits.headerCount = 8
        limits.bodyBytes = 64
        limits.chunkExtensionBytes = 16
        limits.outgoingBytes = 128
        return limits
    }

    private static func outcome(of stream: ArraySlice<UInt8>, piece: Int) -> Outcome {
        let now = Instant(nanoseconds: 0)
        var connection = HTTPServerConnection(limits: limits, at: now)
        var outcome = Outcome()
        var rest = stream
        var hasEnded = false
        while true {
            while let output = connection.nextOutput() {
                switch output {
                case .request(let request):
                    outcome.requests.append(request)
                    connection.respond(HTTPResponse(.ok, body: request.body), at: now)
                case .refused(let refusal): outcome.refusals.append(refusal)
                case .endOfWriting: break
                case .finished: return outcome
                }
            }
            if !connection.outgoing.isEmpty {
                let count = connection.outgoing.count
                for index in 0..<count { outcome.written.append(connection.outgoing[index]) }
                connection.consumeOutgoing(count, at: now)
            } else if connection.wantsInput, !rest.isEmpty {
                connection.receive(Array(rest.prefix(piece)).span, at: now)
                rest = rest.dropFirst(piece)
            } else if !hasEnded {
                hasEnded = true
                connection.receiveEnd(at: now)
            } else {
                fatalError("the connection does not come to its end")
            }
        }
    }
}
