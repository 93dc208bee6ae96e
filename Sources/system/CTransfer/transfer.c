#define _GNU_SOURCE
#include "transfer.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>

static pthread_once_t started = PTHREAD_ONCE_INIT;

static void start(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

CURL *rollcall_transfer_open(void) {
    pthread_once(&started, start);
    return curl_easy_init();
}

// The signal is held back on this thread, and taken away before anybody sees it.
CURLcode rollcall_transfer_perform(CURL *curl) {
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    CURLcode code = curl_easy_perform(curl);
    struct timespec none = {0, 0};
    if (!was_pending) sigtimedwait(&pipe, NULL, &none);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

void rollcall_transfer_set_callbacks(
    CURL *curl, void *context, curl_read_callback send, curl_write_callback receive,
    curl_write_callback take_line, curl_xferinfo_callback ask_whether_cancelled,
    curl_debug_callback take_trace) {
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, send);
    curl_easy_setopt(curl, CURLOPT_READDATA, context);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, context);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_line);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, ask_whether_cancelled);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, context);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, take_trace);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, context);
}
