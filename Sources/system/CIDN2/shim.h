#ifndef ROLLCALL_CIDN2_SHIM_H
#define ROLLCALL_CIDN2_SHIM_H

#include <idn2.h>

#endif
