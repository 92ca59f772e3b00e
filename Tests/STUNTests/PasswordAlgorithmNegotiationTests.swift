import STUN
import Testing

@Suite struct PasswordAlgorithmNegotiationTests {
    private static let offered = PasswordAlgorithms([.sha256, .md5])

    /// RFC 8489 §9.2.4.
    @Test(
        arguments: [
            (nil, nil, .key(.md5)),
            (offered, .sha256, .key(.sha256)),
            (offered, .md5, .key(.md5)),
            (offered, nil, .badRequest),
            (nil, .sha256, .badRequest),
            (PasswordAlgorithms([.md5]), .md5, .badRequest),
            (PasswordAlgorithms([.md5, .sha256]), .sha256, .badRequest),
            (offered, PasswordAlgorithm(number: 3), .badRequest),
        ] as [(PasswordAlgorithms?, PasswordAlgorithm?, PasswordAlgorithmNegotiation.ServerVerdict)]
    )
    func theServerRefusesAnAlteredOffer(
        _ algorithms: PasswordAlgorithms?,
        _ algorithm: PasswordAlgorithm?,
        _ verdict: PasswordAlgorithmNegotiation.ServerVerdict
    ) {
        #expect(
            PasswordAlgorithmNegotiation.serverVerdict(
                offered: Self.offered,
                algorithms: algorithms,
                algorithm: algorithm
            ) == verdict
        )
    }

    @Test func aServerWithoutAnOfferTakesMD5() {
        #expect(
            PasswordAlgorithmNegotiation.serverVerdict(
                offered: nil,
                algorithms: Self.offered,
                algorithm: .sha256
            ) == .key(.md5)
        )
    }

    @Test func aServerThatOffersNoMD5RefusesAClientThatNamesNothing() {
        #expect(
            PasswordAlgorithmNegotiation.serverVerdict(
                offered: PasswordAlgorithms([.sha256]),
                algorithms: nil,
                algorithm: nil
            ) == .badRequest
        )
    }

    /// RFC 8489 §9.2.5.
    @Test(
        arguments: [
            ("plain", nil, .legacy),
            ("plain", offered, .legacy),
            ("obMatJos2AAAArest", offered, .legacy),
            ("obMatJos2AAACrest", nil, .legacy),
            ("obMatJos2AAABrest", nil, .bidDown),
            ("obMatJos2AAABrest", offered, .key(.sha256, returning: offered)),
            (
                "obMatJos2AAADrest", PasswordAlgorithms([.md5, .sha256]),
                .key(.md5, returning: PasswordAlgorithms([.md5, .sha256]))
            ),
            ("obMatJos2AAABrest", PasswordAlgorithms([PasswordAlgorithm(number: 9)]), .unsupported),
            ("obMatJos2AAABrest", PasswordAlgorithms([]), .unsupported),
        ] as [(String, PasswordAlgorithms?, PasswordAlgorithmNegotiation.ClientVerdict)]
    )
    func theClientNoticesAMissingOffer(
        _ nonce: String,
        _ algorithms: PasswordAlgorithms?,
        _ verdict: PasswordAlgorithmNegotiation.ClientVerdict
    ) throws {
        let nonce = try #require(Nonce(nonce))
        #expect(PasswordAlgorithmNegotiation.clientVerdict(nonce: nonce, algorithms: algorithms) == verdict)
    }

    /// A list behind MESSAGE-INTEGRITY is not covered, so it is as good as missing.
    @Test func anOfferThatIsNotCoveredIsABidDown() throws {
        var message = MessageBuilder(MessageType(.binding, .error), TransactionID(1, 2))
        message.append(ErrorCode.staleNonce)
        message.append(try #require(Nonce("obMatJos2AAABrest")))
        message.appendIntegrity(key: [1])
        message.append(Self.offered)
        let bytes = message.bytes
        let view = try MessageView(bytes.span)
        let (nonce, algorithms) = (
            try view.attribute(Nonce.self), try view.attribute(PasswordAlgorithms.self)
        )
        #expect(
            PasswordAlgorithmNegotiation.clientVerdict(nonce: try #require(nonce), algorithms: algorithms)
                == .bidDown
        )
    }
}
