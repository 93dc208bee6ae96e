#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/obj_mac.h>

#include "evp.h"
#include "signatures.h"

enum {
    scalar_count = 32,
    point_count = 65,
    // r and s in DER: a SEQUENCE of two INTEGERs of at most 33 bytes.
    der_limit = 72,
};

static EVP_PKEY_CTX *operation(const signatures_p256_private *key) {
    return (EVP_PKEY_CTX *)key;
}

// 1 when the scalar is from 1 to n - 1; then `point` is that many times the generator.
static int multiply(const uint8_t scalar[32], uint8_t point[65]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *number = BN_secure_new();
    EC_POINT *product = group == NULL ? NULL : EC_POINT_new(group);
    int made = product != NULL && number != NULL && BN_bin2bn(scalar, scalar_count, number) != NULL
        && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0;
    if (made) {
        // In constant time, as for any secret number.
        BN_set_flags(number, BN_FLG_CONSTTIME);
        made = EC_POINT_mul(group, product, number, NULL, NULL, NULL) == 1
            && EC_POINT_point2oct(
                   group, product, POINT_CONVERSION_UNCOMPRESSED, point, point_count, NULL)
                == point_count;
    }
    EC_POINT_free(product);
    BN_clear_free(number);
    EC_GROUP_free(group);
    return made;
}

signatures_p256_private *signatures_p256_private_make(const uint8_t scalar[32], uint8_t point[65]) {
    if (!multiply(scalar, point)) {
        ERR_clear_error();
        return NULL;
    }
    uint8_t number[32];
    signatures_reverse(scalar, sizeof number, number);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"prime256v1", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, point_count),
        OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, number, sizeof number),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY_CTX *signing =
        signatures_operation("EC", EVP_PKEY_KEYPAIR, parameters, EVP_PKEY_sign_init, 0);
    OPENSSL_cleanse(number, sizeof number);
    return (signatures_p256_private *)signing;
}

// libcrypto writes r and s in DER.
int signatures_p256_sign(
    const signatures_p256_private *key, const uint8_t digest[32], uint8_t signature[64]) {
    uint8_t der[der_limit];
    const uint8_t *start = der;
    size_t count = sizeof der;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_dup(operation(key));
    ECDSA_SIG *pair = NULL;
    if (context != NULL && EVP_PKEY_sign(context, der, &count, digest, 32) == 1) {
        pair = d2i_ECDSA_SIG(NULL, &start, (long)count);
    }
    EVP_PKEY_CTX_free(context);
    int is_signed = pair != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    if (!is_signed) ERR_clear_error();
    return is_signed;
}

void signatures_p256_private_free(signatures_p256_private *key) {
    EVP_PKEY_CTX_free(operation(key));
}
