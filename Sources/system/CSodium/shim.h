#ifndef ROLLCALL_CSODIUM_SHIM_H
#define ROLLCALL_CSODIUM_SHIM_H

#include <sodium/core.h>
#include <sodium/crypto_pwhash_argon2id.h>

#endif
