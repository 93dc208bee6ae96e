#ifndef ROLLCALL_CARGON2_SHIM_H
#define ROLLCALL_CARGON2_SHIM_H

#include <argon2.h>

#endif
