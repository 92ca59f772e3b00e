import Arguments
import Testing

@testable import RelayBench

@Suite struct ComparisonOptionsTests {
    private func options(_ words: [String]) throws -> ComparisonOptions {
        guard case .run(let invocation) = try ComparisonOptions.command.parse(words, version: "") else {
            throw BenchTrouble("no invocation")
        }
        return try ComparisonOptions(invocation)
    }

    @Test func readsWhatItIsGiven() throws {
        let options = try options([
            "--rounds", "5", "--duration", "200ms", "--workloads", "wire-inter,bulk-burst", "--no-bursts",
            "--allocations", "0", "--json",
        ])
        #expect(options.extent.rounds == 5)
        #expect(options.extent.duration == .milliseconds(200))
        #expect(options.extent.kinds == [.wireInter, .bulkBurst])
        #expect(options.extent.allocations == 0)
        #expect(!options.extent.measuresBursts)
        #expect(options.printsJSON)
    }

    @Test(arguments: [
        (["--rounds", "0"], "from 1 to 100"), (["--workloads", "wire"], "accepted: one of wire-inter"),
        (["--duration", "2m"], "accepted: a time from 100ms to 1m"),
    ])
    func refusesWhatItCannotDo(_ words: [String], _ reason: String) {
        let error = #expect(throws: UsageError.self) { try options(words) }
        #expect(error?.description.contains(reason) == true)
    }
}
