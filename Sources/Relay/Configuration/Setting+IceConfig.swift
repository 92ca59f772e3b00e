import YAML

extension Setting {
    /// The settings of the `ice-config` endpoint.
    static let iceConfig: [Setting] = iceConfigPlace + iceConfigTokens

    private static let iceConfigPlace: [Setting] = [
        .maybe(
            .iceConfigPort,
            \.iceConfig.port,
            .wholeNumber(1...65535),
            "TCP port of GET /api/public/ice-config; default: the endpoint is off."
        ),
        .list(
            .iceConfigListen,
            \.iceConfig.listen,
            .listeningAddress,
            "Addresses of the endpoint; default: the relay's, or 127.0.0.1 with trusted proxies."
        ),
        .list(
            .iceConfigTrustedProxies,
            \.iceConfig.trustedProxies,
            .prefix,
            "Proxies that speak TLS for the endpoint: it then speaks plain HTTP, to them alone."
        ),
        .maybe(.iceConfigHost, \.iceConfig.host, .hostName, "The relay's name in the URLs that clients get."),
        .list(
            .iceConfigURLs,
            \.iceConfig.urls,
            .serverURI,
            "URLs that clients get, at most 4; default: STUN, TURN over UDP, TCP and TLS at the host."
        ),
        .one(
            .iceConfigTTL,
            \.iceConfig.ttl,
            .duration(.seconds(60)...(.seconds(7 * 86400))),
            "How long a credential holds; 13h.",
            show: \.quantityText
        ),
    ]

    private static let iceConfigTokens: [Setting] = [
        .maybe(
            .iceConfigIssuer,
            \.iceConfig.issuer,
            .line("https://PROJECT.supabase.co/auth/v1"),
            "Who has to have issued a token (iss)."
        ),
        .one(
            .iceConfigAudience,
            \.iceConfig.audience,
            .line("a name"),
            "Whom a token has to be for; authenticated."
        ),
        .one(
            .iceConfigRole,
            \.iceConfig.role,
            .line("a name"),
            "The role that a token has to have; authenticated."
        ),
        .maybe(
            .iceConfigTokenSecretFile,
            \.iceConfig.tokenSecretFile,
            .path,
            "File with the project's JWT secrets, one a line, for HS256."
        ),
        .maybe(
            .iceConfigKeySet,
            \.iceConfig.keySet,
            .keySetLocation,
            "Key set for RS256 and ES256: a file, or an https URL that is fetched and kept."
        ),
        .maybe(
            .iceConfigKeySetAuthority,
            \.iceConfig.keySetAuthority,
            .path,
            "PEM file of the authority to trust for that URL; default: the system's."
        ),
        .list(.iceConfigOrigins, \.iceConfig.origins, .webOrigin, "Pages that may read the answer, or *."),
        .one(
            .iceConfigMintsPerUser,
            \.iceConfig.mintsPerUser,
            .wholeNumber(1...1_000_000),
            "Credentials for one user in ten minutes; 30."
        ),
        .one(
            .iceConfigMintsPerAddress,
            \.iceConfig.mintsPerAddress,
            .wholeNumber(1...1_000_000),
            "Credentials for one client address in ten minutes; 120."
        ),
    ]
}
