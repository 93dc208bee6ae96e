// What signatures by libcrypto's EVP interface have in common.
#ifndef ROLLCALL_SIGNATURES_EVP_H
#define ROLLCALL_SIGNATURES_EVP_H

#include <openssl/evp.h>
#include <openssl/params.h>

// What the key that `parameters` describe does to SHA-256 digests, made ready once; NULL when they
// are no key. To begin anew for each signature would look algorithms up by their names each time:
// use a copy (EVP_PKEY_CTX_dup) instead.
EVP_PKEY_CTX *signatures_operation(
    const char *type, int parts, OSSL_PARAM parameters[], int (*begin)(EVP_PKEY_CTX *),
    int rsa_padding);

// A big-endian number in the machine's order, as OSSL_PARAM has integers. The machines that Swift
// and Debian run on are little-endian.
void signatures_reverse(const uint8_t *number, size_t count, uint8_t *reversed);

#endif
