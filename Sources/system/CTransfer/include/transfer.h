// libcurl for Swift, which cannot call functions that take any number of arguments of any type.

#ifndef ROLLCALL_TRANSFER_H
#define ROLLCALL_TRANSFER_H

#include <curl/curl.h>
#include <stdint.h>

// A handle of libcurl's, after libcurl was started. NULL: no memory.
CURL *rollcall_transfer_open(void);

// Makes the transfer, and lets no SIGPIPE of it out: a peer that has gone raises one in OpenSSL's
// writes.
CURLcode rollcall_transfer_perform(CURL *curl);

// Sets the functions that a transfer calls, each with `context`.
void rollcall_transfer_set_callbacks(
    CURL *curl, void *context, curl_read_callback send, curl_write_callback receive,
    curl_write_callback take_line, curl_xferinfo_callback ask_whether_cancelled,
    curl_debug_callback take_trace);

// For CURLOPT_USE_SSL. libcurl has these as an enum until 8.12, and as macros since.
static const long rollcall_transfer_without_tls = CURLUSESSL_NONE;
static const long rollcall_transfer_with_tls = CURLUSESSL_ALL;

// The names are in brackets, as the macros of these names check constant options.
static inline void rollcall_transfer_set_number(CURL *curl, CURLoption option, long value) {
    (curl_easy_setopt)(curl, option, value);
}

static inline void rollcall_transfer_set_size(CURL *curl, CURLoption option, int64_t size) {
    (curl_easy_setopt)(curl, option, (curl_off_t)size);
}

static inline void rollcall_transfer_set_pointer(
    CURL *curl, CURLoption option, const void *pointer) {
    (curl_easy_setopt)(curl, option, pointer);
}

// The status of the last answer; 0 if there was none.
static inline long rollcall_transfer_status(CURL *curl) {
    long status = 0;
    (curl_easy_getinfo)(curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

#endif
