import HTTP
import SansIO
import Testing

struct ByteBufferTests {
    @Test func behavesAsAnArrayDoes() {
        var random = SeededRandom(seed: 11)
        var buffer = ByteBuffer()
        var model: [UInt8] = []
        for step in 0..<3_000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let count = Int.random(in: 0...model.count, using: &random)
                buffer.consume(count)
                model.removeFirst(count)
            case 1:
                let limit = Int.random(in: 0...100, using: &random)
                #expect(Array(buffer.take(limit)) == Array(model.prefix(limit)))
                model.removeFirst(min(limit, model.count))
            default:
                let more = (0..<Int.random(in: 0...60, using: &random)).map {
                    UInt8(truncatingIfNeeded: step + $0)
                }
                if step.isMultiple(of: 2) { buffer.append(more.span) } else { buffer.append(more) }
                model += more
            }
            #expect(buffer.count == model.count)
            #expect(buffer.isEmpty == model.isEmpty)
            for index in model.indices { #expect(buffer[index] == model[index]) }
        }
    }
}
