#ifndef ROLLCALL_CQRENCODE_SHIM_H
#define ROLLCALL_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
