import Testing
import YAML

@Suite struct ValueFormTests {
    private enum Format: String, CaseIterable { case text, json }

    @Test(arguments: [
        ("0", 0), ("1ns", 1), ("40ms", 40_000_000), ("5s", 5_000_000_000), ("1.5s", 1_500_000_000),
        ("0.1ms", 100_000), ("10m", 600_000_000_000), ("10min", 600_000_000_000), ("7 s", 7_000_000_000),
        ("13h", 46_800_000_000_000), ("2d", 172_800_000_000_000),
    ])
    func readsTimes(_ text: String, _ nanoseconds: Int64) throws {
        let form = ValueForm<Duration>.duration(.zero...(.seconds(1_000_000)))
        #expect(try form.read(text) == .nanoseconds(nanoseconds))
    }

    @Test(arguments: [
        "", "s", "5", "5 parsecs", "-1s", "1..5s", ".5s", "1.s", "0.1ns", "1e3s", "99999999999999999999s",
        "18446744073709551615h", "1000001s", "٣s", "1,5s",
    ])
    func refusesTimes(_ text: String) {
        let form = ValueForm<Duration>.duration(.zero...(.seconds(1_000_000)))
        #expect(throws: ValueRefusal.self) { try form.read(text) }
    }

    @Test(arguments: [
        ("2Mbit/s", 2_000_000), ("2Mbit", 2_000_000), ("500kbit/s", 500_000), ("0.5Gbit", 500_000_000),
        ("64bit/s", 64),
    ])
    func readsRates(_ text: String, _ bits: UInt64) throws {
        let form = ValueForm<BitRate>.bitRate(BitRate(bitsPerSecond: 0)...(.megabits(100_000)))
        #expect(try form.read(text) == BitRate(bitsPerSecond: bits))
    }

    @Test(arguments: [("64kB", 64_000), ("64KiB", 65_536), ("1MiB", 1_048_576), ("12B", 12), ("1.5kB", 1500)])
    func readsSizes(_ text: String, _ bytes: Int) throws {
        let form = ValueForm<ByteCount>.byteCount(ByteCount(bytes: 0)...(.mebibytes(1024)))
        #expect(try form.read(text) == ByteCount(bytes: bytes))
    }

    @Test(arguments: [("1%", 0.01), ("0.5%", 0.005), ("0%", 0), ("100%", 1)])
    func readsShares(_ text: String, _ share: Double) throws {
        #expect(try ValueForm.percentage.read(text) == share)
    }

    @Test(arguments: ["1", "101%", "-1%", "%", "nan%", "inf%", "1e1%", "0x1p1%"])
    func refusesShares(_ text: String) {
        #expect(throws: ValueRefusal.self) { try ValueForm.percentage.read(text) }
    }

    @Test(arguments: ["", "+1", "-1", "01x", "4097", "1.0", "99999999999999999999", " 1"])
    func refusesWholeNumbers(_ text: String) {
        #expect(throws: ValueRefusal.self) { try ValueForm<Int>.wholeNumber(1...4096).read(text) }
    }

    @Test func hintsAtTheUnit() {
        let time = ValueForm<Duration>.duration(.seconds(1)...(.seconds(60)))
        let accepted = "accepted: a time from 1s to 1m, such as 500ms, 5s, 10m or 13h"
        #expect(refusal(of: "30", time) == #"got "30"; \#(accepted) (the unit is missing)"#)
        #expect(refusal(of: "5S", time) == #"got "5S"; \#(accepted) (did you mean 5s?)"#)
        #expect(refusal(of: "2h", time) == #"got "2h"; \#(accepted)"#)
    }

    @Test func hintsAtTheNearestChoice() throws {
        let form = ValueForm<Format>.choice()
        #expect(try form.read("json") == .json)
        #expect(refusal(of: "JSON", form) == #"got "JSON"; accepted: one of text, json (did you mean json?)"#)
        #expect(refusal(of: "xml", form) == #"got "xml"; accepted: one of text, json"#)
    }

    @Test func refusesYesForTrueWithAHint() throws {
        #expect(try ValueForm.boolean.read("true"))
        #expect(refusal(of: "yes", .boolean) == #"got "yes"; accepted: true or false (write true)"#)
    }

    @Test func quotesWhatStoodThereOnOneLine() {
        let form = ValueForm<Int>.wholeNumber(1...2)
        #expect(refusal(of: "a\n\"\u{1B}[31m", form)?.hasPrefix(#"got "a\n\"\u{1b}[31m";"#) == true)
        let long = refusal(of: String(repeating: "x", count: 500), form)
        #expect((long?.count ?? 999) < 120)
    }

    @Test func writesQuantitiesInTheLargestWholeUnit() {
        #expect(Duration.seconds(46_800).quantityText == "13h")
        #expect(Duration.seconds(90).quantityText == "90s")
        #expect(Duration.milliseconds(500).quantityText == "500ms")
        #expect(Duration.zero.quantityText == "0")
        #expect(ByteCount.mebibytes(1).description == "1MiB")
        #expect(ByteCount(bytes: 64_000).description == "64kB")
        #expect(BitRate.megabits(16).description == "16Mbit/s")
    }

    private func refusal<Value>(of text: String, _ form: ValueForm<Value>) -> String? {
        do {
            _ = try form.read(text)
            return nil
        } catch {
            return error.description
        }
    }
}
