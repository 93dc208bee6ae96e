#ifndef ROLLCALL_COPENSSL_SHIM_H
#define ROLLCALL_COPENSSL_SHIM_H

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <string.h>

// SHA-256 (FIPS 180-4) of `count` bytes, as four words in the order of the machine. OpenSSL 3's own
// SHA256() looks the algorithm up by its name and allocates at each call; these three do neither.
static inline void rollcall_sha256(const void *bytes, size_t count, uint64_t digest[4]) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    SHA256_CTX context;
    SHA256_Init(&context);
    SHA256_Update(&context, bytes, count);
    SHA256_Final((unsigned char *)digest, &context);
#pragma clang diagnostic pop
}

// HMAC (RFC 2104) over SHA-256, 32 bytes; 1 when it was made. OpenSSL 3's own HMAC() looks the
// algorithm up, locks and allocates at each call, which takes several times as long as the digests.
static inline int rollcall_hmac_sha256(
    const void *key, size_t key_count, const void *message, size_t count, uint8_t code[32]) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    SHA256_CTX context;
    uint8_t block[SHA256_CBLOCK] = {0};
    int made = 1;
    if (key_count > sizeof block) {
        made &= SHA256_Init(&context) & SHA256_Update(&context, key, key_count)
            & SHA256_Final(block, &context);
    } else if (key_count > 0) {
        memcpy(block, key, key_count);
    }
    for (size_t i = 0; i < sizeof block; i++) block[i] ^= 0x36;
    made &= SHA256_Init(&context) & SHA256_Update(&context, block, sizeof block)
        & SHA256_Update(&context, message, count) & SHA256_Final(code, &context);
    for (size_t i = 0; i < sizeof block; i++) block[i] ^= 0x36 ^ 0x5c;
    made &= SHA256_Init(&context) & SHA256_Update(&context, block, sizeof block)
        & SHA256_Update(&context, code, 32) & SHA256_Final(code, &context);
    OPENSSL_cleanse(block, sizeof block);
    OPENSSL_cleanse(&context, sizeof context);
    return made;
#pragma clang diagnostic pop
}

// HKDF (RFC 5869) over SHA-256; 1 when `key` was made.
static inline int rollcall_hkdf_sha256(
    const void *secret, size_t secret_count, const void *salt, size_t salt_count,
    const void *purpose, size_t purpose_count, uint8_t *key, size_t count) {
    EVP_KDF *algorithm = EVP_KDF_fetch(NULL, OSSL_KDF_NAME_HKDF, NULL);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(algorithm);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, secret_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)purpose, purpose_count),
        OSSL_PARAM_construct_end(),
    };
    int made = context != NULL && EVP_KDF_derive(context, key, count, parameters) == 1;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(algorithm);
    return made;
}

// The key of a point of P-256 that is not compressed (SEC 1 section 2.3.3: 65 bytes); NULL unless
// it is on the curve. d2i_PUBKEY takes six times as long in OpenSSL 3: it tries decoders in turn.
static inline EVP_PKEY *rollcall_p256_key(const uint8_t *point, size_t count) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"prime256v1", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
        OSSL_PARAM_construct_end(),
    };
    if (context != NULL && EVP_PKEY_fromdata_init(context) == 1)
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
    EVP_PKEY_CTX_free(context);
    return key;
}

// A new key of P-256; NULL without memory or randomness.
static inline EVP_PKEY *rollcall_new_p256_key(void) { return EVP_EC_gen("prime256v1"); }

// scrypt (RFC 7914); 1 when `key` was made. `memory` is the most that it may allocate, in bytes.
static inline int rollcall_scrypt(
    const void *password, size_t password_count, const void *salt, size_t salt_count, uint64_t n,
    uint64_t r, uint64_t p, uint64_t memory, uint8_t *key, size_t count) {
    return EVP_PBE_scrypt(
        (const char *)password, password_count, (const unsigned char *)salt, salt_count, n, r, p,
        memory, key, count);
}

// PBKDF2 (RFC 8018 section 5.2) with HMAC over `digest`; 1 when `key` was made.
static inline int rollcall_pbkdf2(
    const void *password, size_t password_count, const void *salt, size_t salt_count,
    int iterations, const EVP_MD *digest, uint8_t *key, size_t count) {
    return PKCS5_PBKDF2_HMAC(
        (const char *)password, (int)password_count, (const unsigned char *)salt, (int)salt_count,
        iterations, digest, (int)count, key);
}

#endif
