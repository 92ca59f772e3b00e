import HTTP
import SansIO
import Testing

/// What becomes of a stream does not depend on how TCP cuts it.
struct SegmentationTests {
    @Test(arguments: HTTPCorpus.all) func cutsMakeNoDifference(_ sample: HTTPCorpus.Sample) {
        let bytes = sample.bytes
        let whole = HTTPConversation(bytes)
        #expect(whole.statuses == sample.statuses)
        for cut in bytes.indices {
            #expect(HTTPConversation([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
        }
        #expect(HTTPConversation(bytes.indices.map { bytes[$0...$0] }) == whole)
    }

    @Test(arguments: HTTPCorpus.wellFormed.filter { !$0.statuses.isEmpty }, HTTPCorpus.all)
    func aRequestBehindAnotherIsReadAsIfAlone(_ first: HTTPCorpus.Sample, _ second: HTTPCorpus.Sample) {
        let alone = HTTPConversation(first.bytes)
        // One that ends the connection, or is incomplete, has nothing behind it.
        guard !alone.text.contains("Connection: close"),
            alone.requests.count == first.statuses.filter({ $0 == 200 }).count,
            !first.name.contains("cut short"), first.name != "HTTP/1.0 kept alive"
        else { return }
        let glued = HTTPConversation(first.bytes + second.bytes)
        #expect(glued.statuses == first.statuses + second.statuses)
    }
}
