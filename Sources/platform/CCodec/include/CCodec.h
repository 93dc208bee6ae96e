#ifndef ROLLCALL_CCODEC_H
#define ROLLCALL_CCODEC_H

#include "arena.h"
#include "unpack.h"

#endif
