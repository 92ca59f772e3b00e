import SansIO
import Testing

@testable import HTTP

struct UTF8ValidatorTests {
    private func isValid(_ bytes: [UInt8]) -> Bool {
        var validator = UTF8Validator()
        for byte in bytes where !validator.accepts(byte) { return false }
        return validator.isComplete
    }

    @Test func agreesWithTheStandardLibrary() {
        var random = SeededRandom(seed: 3)
        let starts: [UInt8] = [
            0x41, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xC1, 0x80, 0xFF,
        ]
        let rest: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0]
        var valid = 0
        for _ in 0..<20_000 {
            var bytes = [starts.randomElement(using: &random) ?? 0]
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                bytes.append(rest.randomElement(using: &random) ?? 0)
            }
            let expected = String(validating: bytes, as: UTF8.self) != nil
            #expect(isValid(bytes) == expected, "\(bytes)")
            if expected { valid += 1 }
        }
        #expect(valid > 1_000)
    }

    @Test func acceptsEveryScalar() {
        for value in stride(from: UInt32(0), through: 0x10FFFF, by: 37) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(isValid(Array(String(scalar).utf8)))
        }
    }
}
