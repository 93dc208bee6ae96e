#ifndef ROLLCALL_CZXCVBN_SHIM_H
#define ROLLCALL_CZXCVBN_SHIM_H

#include <zxcvbn.h>

#endif
