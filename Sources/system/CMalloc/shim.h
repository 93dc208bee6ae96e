#ifndef ROLLCALL_CMALLOC_SHIM_H
#define ROLLCALL_CMALLOC_SHIM_H

#include <malloc.h>

#endif
