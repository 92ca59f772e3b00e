import STUN
import Testing

@Suite struct RegistryTests {
    @Test func attributeNumbersAgreeWithTheRegistry() throws {
        let ours: [String: AttributeType] = [
            "MAPPED-ADDRESS": .mappedAddress, "USERNAME": .username,
            "MESSAGE-INTEGRITY": .messageIntegrity, "ERROR-CODE": .errorCode,
            "UNKNOWN-ATTRIBUTES": .unknownAttributes, "REALM": .realm, "NONCE": .nonce,
            "MESSAGE-INTEGRITY-SHA256": .messageIntegritySHA256,
            "PASSWORD-ALGORITHM": .passwordAlgorithm, "USERHASH": .userHash,
            "XOR-MAPPED-ADDRESS": .xorMappedAddress, "PASSWORD-ALGORITHMS": .passwordAlgorithms,
            "ALTERNATE-DOMAIN": .alternateDomain, "SOFTWARE": .software,
            "ALTERNATE-SERVER": .alternateServer, "FINGERPRINT": .fingerprint,
            "CHANGE-REQUEST": .changeRequest, "PADDING": .padding, "RESPONSE-PORT": .responsePort,
            "RESPONSE-ORIGIN": .responseOrigin, "OTHER-ADDRESS": .otherAddress,
        ]
        let rows = try Fixture.rows("iana-stun-attributes")
        let mentioned = rows.filter { $0[2] == "RFC8489" || $0[2] == "RFC5780" }
        #expect(mentioned.count == ours.count)
        for row in mentioned {
            #expect(ours[row[1]]?.description == row[0], "\(row[1])")
            #expect(ours[row[1]]?.isComprehensionRequired == (row[0] < "0x8000"), "\(row[1])")
        }
    }

    @Test func everyAttributeHasTheNumberOfItsName() {
        #expect(Set(AnyAttribute.all.map(\.type)).count == 21)
    }

    @Test func methodNumbersAgreeWithTheRegistry() throws {
        let rows = try Fixture.rows("iana-stun-methods").filter { $0[2] == "RFC8489" }
        #expect(rows.map { UInt16($0[0].dropFirst(2), radix: 16) } == [Method.binding.rawValue])
    }

    @Test func errorCodesAgreeWithTheRegistry() throws {
        let ours: [String: ErrorCode] = [
            "Try Alternate": .tryAlternate, "Bad Request": .badRequest,
            "Unauthenticated": .unauthenticated, "Unknown Attribute": .unknownAttribute,
            "Stale Nonce": .staleNonce, "Server Error": .serverError,
        ]
        let rows = try Fixture.rows("iana-stun-error-codes").filter { $0[2] == "RFC8489" }
        #expect(rows.count == ours.count)
        for row in rows { #expect(ours[row[1]]?.code == Int(row[0]), "\(row[1])") }
    }
}
