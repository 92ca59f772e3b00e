#ifndef CASTLAB_COPENSSL_SHIM_H
#define CASTLAB_COPENSSL_SHIM_H

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Function-like macros that Swift does not see.

static inline int cssl_set_min_proto_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version);
}

static inline long cssl_set_mode(SSL_CTX *context, long mode) {
    return SSL_CTX_set_mode(context, mode);
}

static inline int cssl_set_tlsext_host_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

static inline long cssl_set_options(SSL_CTX *context, uint64_t options) {
    return (long)SSL_CTX_set_options(context, options);
}

// The options of every TLS stream; they are 64-bit macros.
static inline uint64_t cssl_stream_options(void) {
    return SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF;
}

static inline EVP_PKEY *cssl_generate_rsa(unsigned int bits) {
    return EVP_RSA_gen(bits);
}

static inline EVP_PKEY *cssl_generate_p256(void) {
    return EVP_EC_gen("P-256");
}

static inline long cssl_disable_session_cache(SSL_CTX *context) {
    return SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

#endif
