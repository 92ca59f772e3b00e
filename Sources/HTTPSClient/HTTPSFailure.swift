internal import CCurl

/// Why there is no answer, by the leg that is broken; `detail` has libcurl's words.
public struct HTTPSFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Leg: Hashable, Sendable {
        /// No URL of http or https.
        case url
        /// The name has no address, or nobody knows.
        case name
        /// Nobody listens, or nobody is reached.
        case connection
        /// No TLS could be agreed on.
        case tls
        /// The certificate is not trusted, has expired, or is for another name.
        case certificate
        case timeout
        /// Longer than the request allows.
        case responseTooLong
        /// No HTTP, or one that broke off.
        case response
        /// The client was stopped.
        case stopped
        /// Our own: libcurl has no memory, a file of certificates is not there.
        case local
    }

    public var leg: Leg
    public var detail: String

    public init(_ leg: Leg, _ detail: String) {
        self.leg = leg
        self.detail = detail
    }

    public var description: String { detail }
}

extension HTTPSFailure.Leg {
    init(_ code: CURLcode) {
        self =
            switch code {
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .url
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .name
            case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: .connection
            case CURLE_SSL_CONNECT_ERROR: .tls
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .certificate
            case CURLE_OPERATION_TIMEDOUT: .timeout
            case CURLE_FILESIZE_EXCEEDED: .responseTooLong
            case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_BAD_FUNCTION_ARGUMENT,
                CURLE_SSL_CACERT_BADFILE:
                .local
            default: .response
            }
    }
}
