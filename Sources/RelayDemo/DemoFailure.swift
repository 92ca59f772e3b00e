/// Why a run could not be carried out, in one sentence; what was found wrong is not one.
struct DemoFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
