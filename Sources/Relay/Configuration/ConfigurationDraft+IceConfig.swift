import SansIO
import TURN
import YAML

/// What does not go together in the settings of the `ice-config` endpoint.
extension ConfigurationDraft {
    mutating func checkIceConfig() {
        let settings = configuration.iceConfig
        guard let port = settings.port else {
            let given = origins.keys.filter { $0.section == "ice-config" }.sorted {
                $0.rawValue < $1.rawValue
            }
            for name in given { warn("has no effect without ice-config.port", of: name) }
            return
        }
        let taken = [configuration.port] + (configuration.tls == nil ? [] : [configuration.tlsPort])
        if taken.contains(port) {
            note("got \(port), which the relay listens on; accepted: another TCP port", of: .iceConfigPort)
        }
        if settings.isSecure, configuration.tls == nil {
            note(
                "it has no certificate; accepted: tls-certificate and tls-key, or trusted-proxies for plain HTTP",
                of: .iceConfigPort
            )
        }
        checkTokens(settings)
        checkURLs(settings)
        checkAnswers(settings)
    }

    private mutating func checkTokens(_ settings: IceConfigSettings) {
        if settings.issuer == nil {
            note("issuer is missing: whose tokens are believed?", of: .iceConfigPort)
        }
        if settings.tokenSecretFile == nil, settings.keySet == nil {
            note(
                "token-secret-file and key-set are missing; accepted: one of them, or both",
                of: .iceConfigPort
            )
        }
        if let authority = settings.keySetAuthority {
            checkReadable(authority, of: .iceConfigKeySetAuthority)
        }
        guard let file = settings.tokenSecretFile else { return }
        do {
            let contents = try FileContents(path: file, limit: 1 << 16)
            let list = SecretList(contents.bytes, separators: [0x0A])
            configuration.iceConfig.tokenSecrets = list.secrets
            for message in list.refusals { note(message, of: .iceConfigTokenSecretFile) }
            for message in list.doubts { warn(message, of: .iceConfigTokenSecretFile) }
            if contents.isReadableByOthers {
                warn(
                    "can be read by other users of this machine; make it 0600",
                    of: .iceConfigTokenSecretFile
                )
            }
        } catch {
            note(error.description, of: .iceConfigTokenSecretFile)
        }
    }

    private mutating func checkURLs(_ settings: IceConfigSettings) {
        if settings.urls.count > IceConfigSettings.longestList {
            note(
                "got \(settings.urls.count) URLs; accepted: at most 4, because browsers warn of five",
                of: .iceConfigURLs
            )
        }
        for (item, uri) in settings.urls.enumerated() where uri.scheme == .stuns {
            note(
                "got \(uri); accepted: stun, turn, turns (browsers do not speak stuns)",
                of: .iceConfigURLs,
                item: item
            )
        }
        let costs = settings.urls.filter(\.scheme.isTURN).map(\.effectiveTransport.rawValue)
        if costs != costs.sorted() {
            warn("list UDP before TCP and TLS last: clients try them in this order", of: .iceConfigURLs)
        }
        if settings.urls.isEmpty, settings.host == nil, configuration.tls != nil {
            warn(
                "without host clients get addresses and no TURN over TLS, because certificates are for names",
                of: .iceConfigPort
            )
        }
        if !settings.urls.isEmpty, settings.host != nil {
            warn("has no effect, because urls are given", of: .iceConfigHost)
        }
        for (item, uri) in settings.urls.enumerated() {
            if let doubt = uri.doubtfulReach {
                warn("\(uri) is \(doubt)", of: .iceConfigURLs, item: item)
            }
        }
        if let host = settings.host, let doubt = ServerURI(.stun, host: host).doubtfulReach {
            warn("\(host) is \(doubt)", of: .iceConfigHost)
        }
    }

    private mutating func checkAnswers(_ settings: IceConfigSettings) {
        if settings.ttl < IceConfigSettings.shortestSafeTTL {
            warn(
                "a cast may last 12 h and fetches its credential once: with \(settings.ttl.quantityText) it can not "
                    + "reconnect at its end; 12h15m or more",
                of: .iceConfigTTL
            )
        }
        if configuration.limits.allocationMaxAge < settings.ttl, origins[.iceConfigTTL] != nil {
            // The credential's expiry counts for new allocations, the age for live ones.
            warn("longer than allocation-max-age, after which a live allocation ends", of: .iceConfigTTL)
        }
        if settings.origins.isEmpty {
            warn(
                "no page of the web may read the answer; name the receiver's with origins",
                of: .iceConfigPort
            )
        }
        if settings.trustedProxies.contains(where: { $0.length == 0 }) {
            warn("anybody may say from which address a request comes", of: .iceConfigTrustedProxies)
        }
    }
}
