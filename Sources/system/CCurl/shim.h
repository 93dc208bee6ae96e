#ifndef ROLLCALL_CCURL_SHIM_H
#define ROLLCALL_CCURL_SHIM_H

#include <curl/curl.h>

#endif
