internal import COpenSSL
internal import Glibc
public import SansIO

/// The certificate and key that a TLS server shows.
///
/// Sessions keep the context they began with, so that a
/// renewed certificate takes effect with the next handshake and harms no session.
public final class TLSServerContext: @unchecked Sendable {
    // OpenSSL counts references to a context atomically, and nothing changes it after it was made.
    let context: OpaquePointer
    /// When the certificate ceases to be valid.
    public let certificateExpiry: UnixTime?

    /// Reads PEM files: the certificate first in its chain, and its key, which must not be encrypted.
    public init(certificateChainFile: String, privateKeyFile: String) throws(TLSError) {
        try TLSContext.requireReadable(certificateChainFile, as: "certificate chain")
        try TLSContext.requireReadable(privateKeyFile, as: "private key")
        let context = try TLSContext.make(TLS_server_method())
        do throws(TLSError) {
            try Self.load(certificateChainFile, privateKeyFile, into: context)
        } catch {
            SSL_CTX_free(context)
            throw error
        }
        self.context = context
        certificateExpiry = Self.expiry(of: context)
    }

    deinit {
        SSL_CTX_free(context)
    }

    private static func load(
        _ chain: String,
        _ key: String,
        into context: OpaquePointer
    ) throws(TLSError) {
        ERR_clear_error()
        guard SSL_CTX_use_certificate_chain_file(context, chain) == 1 else {
            throw TLSError.taking("read certificate chain \(chain)")
        }
        // Without this OpenSSL would ask for a passphrase at the terminal.
        SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
        guard SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 else {
            throw TLSError.taking("read private key \(key) for certificate \(chain)")
        }
        guard SSL_CTX_check_private_key(context) == 1 else {
            throw TLSError.taking("match private key \(key) with certificate \(chain)")
        }
    }

    private static func expiry(of context: OpaquePointer) -> UnixTime? {
        guard let certificate = SSL_CTX_get0_certificate(context),
            let expiry = X509_get0_notAfter(certificate)
        else { return nil }
        var parts = tm()
        guard ASN1_TIME_to_tm(expiry, &parts) == 1 else { return nil }
        return UnixTime(seconds: Int64(timegm(&parts)))
    }
}
