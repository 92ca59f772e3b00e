import JSON
import SansIO

extension Duration {
    /// In milliseconds, one digit behind the point below ten: `3.1 ms`, `31 ms`.
    var millisecondsText: String {
        let tenths = (nonnegativeNanoseconds + 50_000) / 100_000
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) ms" : "\((tenths + 5) / 10) ms"
    }

    /// In milliseconds with a thousandth's precision, for programs.
    var milliseconds: JSONValue { .number(Double(nonnegativeNanoseconds / 1000) / 1000) }

    private var nonnegativeNanoseconds: Int64 { max(0, wholeNanoseconds) }
}
