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

void rollcall_transfer_copy_line(char *to, size_t size, const char *from, size_t count) {
    size_t length = 0;
    while (length + 1 < size && length < count && from[length] != '\r' && from[length] != '\n') {
        to[length] = from[length] >= ' ' && from[length] <= '~' ? from[length] : '?';
        length++;
    }
    to[length] = 0;
}
