internal import COpenSSL
internal import Glibc
internal import SansIO

extension CertificateReport {
    /// What the peer of a finished handshake has sent; nil when it sent no certificate.
    init?(of ssl: OpaquePointer, serverName: String) {
        guard let stack = SSL_get_peer_cert_chain(ssl), let own = OPENSSL_sk_value(stack, 0) else {
            return nil
        }
        let leaf = OpaquePointer(own)
        sent = (0..<OPENSSL_sk_num(stack)).compactMap { index in
            OPENSSL_sk_value(stack, index).map { Certificate(OpaquePointer($0)) }
        }
        matchesName =
            IPAddress(serverName) == nil
            ? X509_check_host(leaf, serverName, 0, 0, nil) == 1
            : X509_check_ip_asc(leaf, serverName, 0) == 1
        version = SSL_get_version(ssl).map { String(cString: $0) } ?? ""
        trust = Self.verify(leaf, with: stack, by: ssl, sent)
    }

    /// Builds the chain anew, time left out.
    private static func verify(
        _ leaf: OpaquePointer,
        with others: OpaquePointer,
        by ssl: OpaquePointer,
        _ sent: [Certificate]
    ) -> Trust {
        guard let verification = X509_STORE_CTX_new() else { return .refused("no memory") }
        defer { X509_STORE_CTX_free(verification) }
        let store = SSL_CTX_get_cert_store(SSL_get_SSL_CTX(ssl))
        guard X509_STORE_CTX_init(verification, store, leaf, others) == 1,
            X509_STORE_CTX_set_default(verification, "ssl_server") == 1
        else { return .refused("the check can not begin") }
        X509_STORE_CTX_set_flags(verification, UInt(X509_V_FLAG_NO_CHECK_TIME))
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard X509_verify_cert(verification) != 1 else {
            let chain = X509_STORE_CTX_get0_chain(verification)
            let root = OPENSSL_sk_value(chain, OPENSSL_sk_num(chain) - 1)
            return .trusted(root: root.map { Certificate(OpaquePointer($0)).subject } ?? "")
        }
        let error = X509_STORE_CTX_get_error(verification)
        switch error {
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: return .selfSigned
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: return .unknownRoot(sent.last?.issuer ?? "")
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            let last = X509_STORE_CTX_get_current_cert(verification).map { Certificate($0) }
            return .issuerMissing((last ?? sent.last)?.issuer ?? "")
        default:
            return .refused(X509_verify_cert_error_string(Int(error)).map { String(cString: $0) } ?? "")
        }
    }
}

extension CertificateReport.Certificate {
    init(_ certificate: OpaquePointer) {
        let (subjectName, issuerName) = (
            X509_get_subject_name(certificate), X509_get_issuer_name(certificate)
        )
        subject = Self.text(of: subjectName)
        issuer = Self.text(of: issuerName)
        isSelfSigned = X509_NAME_cmp(subjectName, issuerName) == 0
        validFrom = Self.time(X509_get0_notBefore(certificate)) ?? UnixTime(seconds: 0)
        validUntil = Self.time(X509_get0_notAfter(certificate)) ?? UnixTime(seconds: 0)
        names = Self.alternativeNames(of: certificate)
    }

    private static func text(of name: OpaquePointer?) -> String {
        for identifier in [NID_commonName, NID_organizationName, NID_organizationalUnitName] {
            var text = [CChar](repeating: 0, count: 256)
            let count = X509_NAME_get_text_by_NID(name, identifier, &text, Int32(text.count))
            guard count > 0 else { continue }
            return printable(text.prefix(Int(count)).map { UInt8(bitPattern: $0) })
        }
        return "a nameless one"
    }

    /// What a server says of itself goes to terminals and logs.
    private static func printable(_ bytes: [UInt8]) -> String {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
        }
        return scalars.joined()
    }

    private static func time(_ time: UnsafePointer<ASN1_TIME>?) -> UnixTime? {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return UnixTime(seconds: Int64(timegm(&parts)))
    }

    // RFC 5280 §4.2.1.6
    private static func alternativeNames(of certificate: OpaquePointer) -> [String] {
        guard let raw = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return [] }
        let list = OpaquePointer(raw)
        defer { GENERAL_NAMES_free(list) }
        return (0..<OPENSSL_sk_num(list)).compactMap { index in
            guard let entry = OPENSSL_sk_value(list, index) else { return nil }
            var type: Int32 = 0
            let name = entry.assumingMemoryBound(to: GENERAL_NAME.self)
            guard let value = GENERAL_NAME_get0_value(name, &type) else { return nil }
            let string = value.assumingMemoryBound(to: ASN1_STRING.self)
            let bytes = Array(
                UnsafeBufferPointer(
                    start: ASN1_STRING_get0_data(string),
                    count: Int(ASN1_STRING_length(string))
                )
            )
            switch type {
            case GEN_DNS: return printable(bytes)
            case GEN_IPADD: return IPAddress(bytes: bytes.span)?.description
            default: return nil
            }
        }
    }
}
