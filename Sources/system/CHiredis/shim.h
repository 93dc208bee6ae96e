#ifndef ROLLCALL_CHIREDIS_SHIM_H
#define ROLLCALL_CHIREDIS_SHIM_H

#include <hiredis/hiredis.h>

#endif
