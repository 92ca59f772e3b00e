import Glibc
import Testing

@testable import Relay

@Suite struct RelayLogTests {
    /// Both ends of a pipe.
    private func makePipe() -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test(.timeLimit(.minutes(1))) func aReaderThatDoesNotReadLosesRecordsAndStopsNobody() {
        let (reader, writer) = makePipe()
        defer {
            close(reader)
            close(writer)
        }
        let log = RelayLog(format: .text, level: .info, descriptor: writer)
        for _ in 0..<5_000 { log.write(.info, "a record of some length that fills a pipe") }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let taken = bytes.withUnsafeMutableBytes { read(reader, $0.baseAddress, $0.count) }
        let lines = String(decoding: bytes[..<taken], as: UTF8.self).split(separator: "\n")
        log.write(.info, "again")
        let more = bytes.withUnsafeMutableBytes { read(reader, $0.baseAddress, $0.count) }
        let text = String(decoding: bytes[..<more], as: UTF8.self)
        #expect(text.contains("log records lost lost=\(5_000 - lines.count)\n"))
        #expect(text.hasSuffix("again\n"))
    }
}
