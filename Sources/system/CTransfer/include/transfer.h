// What every use of libcurl here shares.

#ifndef ROLLCALL_TRANSFER_H
#define ROLLCALL_TRANSFER_H

#include <curl/curl.h>
#include <stddef.h>

// A handle of libcurl's, after libcurl was started. NULL: no memory.
CURL *rollcall_transfer_open(void);

// Makes the transfer, and lets no SIGPIPE of it out: a peer that has gone raises one in OpenSSL's writes.
CURLcode rollcall_transfer_perform(CURL *curl);

// Copies a line without its end, with a question mark for what is not printable. `to` ends with a zero.
void rollcall_transfer_copy_line(char *to, size_t size, const char *from, size_t count);

#endif
