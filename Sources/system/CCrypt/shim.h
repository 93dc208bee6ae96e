#ifndef ROLLCALL_CCRYPT_SHIM_H
#define ROLLCALL_CCRYPT_SHIM_H

#include <crypt.h>
#include <stdlib.h>
#include <string.h>

// crypt(3) of `password`, which ends with a NUL: 1 when `output` was made. What the function works
// in, 32 KiB, is wiped.
static inline int rollcall_crypt(
    const char *password, const char *setting, char output[CRYPT_OUTPUT_SIZE]) {
    struct crypt_data *data = calloc(1, sizeof *data);
    if (data == NULL) return 0;
    const char *made = crypt_rn(password, setting, data, sizeof *data);
    if (made != NULL) memcpy(output, made, strlen(made) + 1);
    explicit_bzero(data, sizeof *data);
    free(data);
    return made != NULL;
}

#endif
