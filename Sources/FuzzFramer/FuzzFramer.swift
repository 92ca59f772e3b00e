import FuzzDriver
import SansIO
import TURN

/// Cuts any bytes into messages, in one piece and in pieces that the input itself chooses: the same come out.
@main
struct FuzzFramer {
    static func main() {
        Fuzzer.run { start, count in
            let bytes = Fuzzer.bytes(start, count)
            guard let first = bytes.first else { return 0 }
            let stream = Array(bytes.dropFirst())
            let whole = FuzzFramer.messages(in: stream, piece: stream.count)
            let pieces = FuzzFramer.messages(in: stream, piece: Int(first) + 1)
            guard whole == pieces else { fatalError("the pieces make other messages than the whole") }
            return 0
        }
    }

    /// The messages of a stream that arrives in pieces, and nil at its end when it could not be followed.
    private static func messages(in stream: [UInt8], piece: Int) -> [[UInt8]?] {
        var framer = StreamFramer()
        var found: [[UInt8]?] = []
        var offset = 0
        var end = 0
        repeat {
            end = min(stream.count, end + piece)
            do {
                while let range = try framer.next(in: stream.span.extracting(0..<end), from: &offset) {
                    precondition(range.upperBound == offset && offset <= end)
                    precondition(range.count <= StreamFramer.longestMessage)
                    found.append(Array(stream[range]))
                }
            } catch {
                return found + [nil]
            }
        } while end < stream.count
        return found
    }
}
