import JSON
import Testing

@testable import Cryptography

/// The examples of RFC 7515, Appendix A.
struct TokenVectorTests {
    private static let claims = """
        eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ
        """

    private static func bytes(_ text: String) throws -> [UInt8] {
        try #require(Base64.decode(text, alphabet: .urlSafe))
    }

    @Test func a1IsSignedWithHS256() throws {
        let secret = try Self.bytes(
            "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
        )
        let token = try JSONWebToken(
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(Self.claims).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        )
        #expect(token.algorithm == "HS256")
        #expect(HMAC.sha256(token.signedText.span, key: secret.span) == token.signature)
        #expect(try token.claims()["iss"] == "joe")
    }

    @Test func a2IsSignedWithRS256() throws {
        let key = try #require(
            SignatureKey(
                modulus: try Self.bytes(
                    "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4"
                        + "d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5"
                        + "z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJ"
                        + "H7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
                ),
                exponent: try Self.bytes("AQAB")
            )
        )
        let token = try JSONWebToken(
            "eyJhbGciOiJSUzI1NiJ9.\(Self.claims)."
                + "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5"
                + "jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb"
                + "1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QO"
                + "YEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
        )
        #expect(key.verifies(token.signature, of: token.signedText))
        #expect(!key.verifies(token.signature, of: token.signedText + [0]))
    }

    @Test func a3IsSignedWithES256() throws {
        let key = try #require(
            SignatureKey(
                x: try Self.bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
                y: try Self.bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
            )
        )
        let token = try JSONWebToken(
            "eyJhbGciOiJFUzI1NiJ9.\(Self.claims)."
                + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        )
        #expect(key.verifies(token.signature, of: token.signedText))
        #expect(!key.verifies(Array(token.signature.reversed()), of: token.signedText))
    }
}
