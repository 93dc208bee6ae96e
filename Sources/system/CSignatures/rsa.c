#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/rsa.h>

#include "evp.h"
#include "signatures.h"

// Of a number of a key.
enum { number_limit = 1024 };

static EVP_PKEY_CTX *operation(const signatures_rsa_public *key) {
    return (EVP_PKEY_CTX *)key;
}

signatures_rsa_public *signatures_rsa_public_make(
    const uint8_t *modulus, size_t modulus_count, const uint8_t *exponent, size_t exponent_count) {
    uint8_t numbers[2][number_limit];
    if (modulus_count > number_limit || exponent_count > number_limit) return NULL;
    signatures_reverse(modulus, modulus_count, numbers[0]);
    signatures_reverse(exponent, exponent_count, numbers[1]);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_RSA_N, numbers[0], modulus_count),
        OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_RSA_E, numbers[1], exponent_count),
        OSSL_PARAM_construct_end(),
    };
    return (signatures_rsa_public *)signatures_operation(
        "RSA", EVP_PKEY_PUBLIC_KEY, parameters, EVP_PKEY_verify_init, RSA_PKCS1_PADDING);
}

int signatures_rsa_verify(
    const signatures_rsa_public *key, const uint8_t digest[32], const uint8_t *signature,
    size_t count) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_dup(operation(key));
    int is_good = context != NULL && EVP_PKEY_verify(context, signature, count, digest, 32) == 1;
    EVP_PKEY_CTX_free(context);
    if (!is_good) ERR_clear_error();
    return is_good;
}

void signatures_rsa_public_free(signatures_rsa_public *key) {
    EVP_PKEY_CTX_free(operation(key));
}
