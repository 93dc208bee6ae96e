#ifndef ROLLCALL_CPQ_SHIM_H
#define ROLLCALL_CPQ_SHIM_H

#include <libpq-fe.h>

#endif
