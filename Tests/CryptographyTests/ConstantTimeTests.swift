import Cryptography
import Testing

@Suite struct ConstantTimeTests {
    @Test(
        arguments: [
            ([], [], true),
            ([1], [1], true),
            ([1, 2, 3], [1, 2, 3], true),
            ([1, 2, 3], [1, 2, 4], false),
            ([0, 2, 3], [1, 2, 3], false),
            ([1, 2], [1, 2, 3], false),
            ([], [0], false),
        ] as [([UInt8], [UInt8], Bool)]
    )
    func comparesBytesAndCount(_ left: [UInt8], _ right: [UInt8], _ isEqual: Bool) {
        let result = ConstantTime.equal(left.span, right.span)
        #expect(result == isEqual)
    }
}
