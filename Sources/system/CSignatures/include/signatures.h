// ECDSA over P-256 and RSA PKCS#1 v1.5, both over SHA-256 digests, by libcrypto. In C, as libcrypto
// makes a key of an array of pointers, which Swift cannot hold across calls.
//
// Threads may use a key at once: nothing changes it once it is made (openssl-threads(7)). What
// fails leaves no error behind: libcurl looks for its own in the same queue of the thread.
#ifndef ROLLCALL_SIGNATURES_H
#define ROLLCALL_SIGNATURES_H

#include <stddef.h>
#include <stdint.h>

// A point is 65 bytes, not compressed (SEC 1 §2.3.3): 4, x, y. A signature by P-256 is r and s, 32
// bytes each, big-endian (RFC 7518 §3.4).
typedef struct signatures_p256_private signatures_p256_private;
typedef struct signatures_p256_public signatures_p256_public;
typedef struct signatures_rsa_public signatures_rsa_public;

// The key of a big-endian scalar from 1 to n - 1, and its point; NULL for another number.
signatures_p256_private *signatures_p256_private_make(const uint8_t scalar[32], uint8_t point[65]);
// 1 when the digest was signed.
int signatures_p256_sign(
    const signatures_p256_private *key, const uint8_t digest[32], uint8_t signature[64]);
void signatures_p256_private_free(signatures_p256_private *key);

// The key of a point; NULL when that is not on the curve.
signatures_p256_public *signatures_p256_public_make(const uint8_t point[65]);
// 1 when the signature is the key's; 0 otherwise, whatever is wrong with it.
int signatures_p256_verify(
    const signatures_p256_public *key, const uint8_t digest[32], const uint8_t signature[64]);
void signatures_p256_public_free(signatures_p256_public *key);

// The key of a modulus of at most 1024 bytes and an exponent, both big-endian and not empty.
signatures_rsa_public *signatures_rsa_public_make(
    const uint8_t *modulus, size_t modulus_count, const uint8_t *exponent, size_t exponent_count);
// As for P-256.
int signatures_rsa_verify(
    const signatures_rsa_public *key, const uint8_t digest[32], const uint8_t *signature,
    size_t count);
void signatures_rsa_public_free(signatures_rsa_public *key);

#endif
