#ifndef ROLLCALL_CZLIB_SHIM_H
#define ROLLCALL_CZLIB_SHIM_H

#include <zlib.h>

#endif
