#include "evp.h"

#include <openssl/err.h>
#include <openssl/rsa.h>

static EVP_PKEY *key_of(const char *type, int parts, OSSL_PARAM parameters[]) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    int made = context != NULL && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, parts, parameters) == 1;
    EVP_PKEY_CTX_free(context);
    if (made) return key;
    EVP_PKEY_free(key);
    return NULL;
}

EVP_PKEY_CTX *signatures_operation(
    const char *type, int parts, OSSL_PARAM parameters[], int (*begin)(EVP_PKEY_CTX *),
    int rsa_padding) {
    EVP_PKEY *key = key_of(type, parts, parameters);
    EVP_PKEY_CTX *context = key == NULL ? NULL : EVP_PKEY_CTX_new(key, NULL);
    int made = context != NULL && begin(context) == 1
        && (rsa_padding == 0 || EVP_PKEY_CTX_set_rsa_padding(context, rsa_padding) == 1)
        && EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1;
    // The context holds the key, too.
    EVP_PKEY_free(key);
    if (made) return context;
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return NULL;
}

void signatures_reverse(const uint8_t *number, size_t count, uint8_t *reversed) {
    for (size_t i = 0; i < count; i++) reversed[i] = number[count - 1 - i];
}
