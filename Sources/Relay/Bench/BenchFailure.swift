/// Why a measurement could not be made, in one sentence.
package struct BenchFailure: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
