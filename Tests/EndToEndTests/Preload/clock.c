// Preloaded into a daemon: its clock of the day is CLOCK_AHEAD seconds ahead.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
    int (*real)(clockid_t, struct timespec *) = (__typeof__(real))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    const char *ahead = getenv("CLOCK_AHEAD");
    if (result == 0 && clock == CLOCK_REALTIME && ahead) now->tv_sec += atol(ahead);
    return result;
}
