// EC_GROUP_precompute_mult is deprecated since OpenSSL 3, without a successor. Where it does
// nothing, the rest is as right, and slower.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/obj_mac.h>
#include <stdlib.h>

#include "signatures.h"

// Both are the curve P-256. In the second, the key stands where the generator does, so that
// libcrypto makes the table of multiples for it that it has for the generator: 150 KB, in 15 ms.
// One key of Auth's verifies millions of tokens. A verification takes 22 us by it, 43 us by
// EVP_PKEY_verify, which computes with the key as if it saw it for the first time, and took 35 us
// by BoringSSL.
struct signatures_p256_public {
    EC_GROUP *of_generator;
    EC_GROUP *of_key;
};

signatures_p256_public *signatures_p256_public_make(const uint8_t point[65]) {
    signatures_p256_public *key = calloc(1, sizeof *key);
    if (key == NULL) return NULL;
    EC_POINT *base = NULL;
    key->of_generator = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    key->of_key = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    int made = key->of_generator != NULL && key->of_key != NULL
        && (base = EC_POINT_new(key->of_key)) != NULL
        // Only coordinates below p, of a point on the curve.
        && EC_POINT_oct2point(key->of_key, base, point, 65, NULL) == 1
        && EC_GROUP_set_generator(
               key->of_key, base, EC_GROUP_get0_order(key->of_generator), BN_value_one())
            == 1
        && EC_GROUP_precompute_mult(key->of_key, NULL) == 1;
    EC_POINT_free(base);
    if (made) return key;
    signatures_p256_public_free(key);
    ERR_clear_error();
    return NULL;
}

// SEC 1 §4.1.4, FIPS 186-5 §6.4.2. Nothing here is secret, so nothing has to take constant time.
static int verify(
    const signatures_p256_public *key, const uint8_t digest[32], const uint8_t signature[64],
    BN_CTX *context) {
    const BIGNUM *order = EC_GROUP_get0_order(key->of_generator);
    BIGNUM *r = BN_CTX_get(context), *s = BN_CTX_get(context), *e = BN_CTX_get(context);
    BIGNUM *u1 = BN_CTX_get(context), *u2 = BN_CTX_get(context), *x = BN_CTX_get(context);
    // The last is NULL if one of them is.
    if (x == NULL || BN_bin2bn(signature, 32, r) == NULL || BN_bin2bn(signature + 32, 32, s) == NULL
        || BN_bin2bn(digest, 32, e) == NULL) {
        return 0;
    }
    // Both from 1 to n - 1.
    if (BN_is_zero(r) || BN_cmp(r, order) >= 0 || BN_is_zero(s) || BN_cmp(s, order) >= 0) return 0;
    EC_POINT *sum = EC_POINT_new(key->of_generator), *other = EC_POINT_new(key->of_key);
    int is_good = sum != NULL && other != NULL && BN_mod_inverse(s, s, order, context) != NULL
        && BN_mod_mul(u1, e, s, order, context) == 1 && BN_mod_mul(u2, r, s, order, context) == 1
        && EC_POINT_mul(key->of_generator, sum, u1, NULL, NULL, context) == 1
        && EC_POINT_mul(key->of_key, other, u2, NULL, NULL, context) == 1
        && EC_POINT_add(key->of_generator, sum, sum, other, context) == 1
        && !EC_POINT_is_at_infinity(key->of_generator, sum)
        && EC_POINT_get_affine_coordinates(key->of_generator, sum, x, NULL, context) == 1
        && BN_nnmod(x, x, order, context) == 1 && BN_cmp(x, r) == 0;
    EC_POINT_free(sum);
    EC_POINT_free(other);
    return is_good;
}

int signatures_p256_verify(
    const signatures_p256_public *key, const uint8_t digest[32], const uint8_t signature[64]) {
    BN_CTX *context = BN_CTX_new();
    if (context != NULL) BN_CTX_start(context);
    int is_good = context != NULL && verify(key, digest, signature, context);
    if (context != NULL) BN_CTX_end(context);
    BN_CTX_free(context);
    if (!is_good) ERR_clear_error();
    return is_good;
}

void signatures_p256_public_free(signatures_p256_public *key) {
    if (key == NULL) return;
    EC_GROUP_free(key->of_generator);
    EC_GROUP_free(key->of_key);
    free(key);
}
