/// Something that a measurement relies on did not happen, in one sentence.
struct BenchTrouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
