import HTTPSClient

/// What an `ice-config` endpoint was asked, and what it answered to it.
struct IceConfigAnswers {
    let place: EndpointURL
    /// The page that has to be able to read the answer.
    var origin: String?
    /// What anybody gets, without a token.
    var anonymous: HTTPSResponse
    /// What a signed-in user gets; nil when no token was sent.
    var user: HTTPSResponse?
    /// What a browser gets that asks whether the page may send a token; nil without `origin`.
    var preflight: HTTPSResponse?
}
