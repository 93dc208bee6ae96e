// Preloaded into a daemon that has no descriptors left. Once a second, while work waits,
// libdispatch reads the state of its threads in /proc, and ends the process if a file there does
// not open. Here it opens.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>

int open(const char *path, int flags, ...) {
    int (*real)(const char *, int, ...) = (__typeof__(real))dlsym(RTLD_NEXT, "open");
    mode_t mode = 0;
    if (flags & O_CREAT) {
        __builtin_va_list arguments;
        __builtin_va_start(arguments, flags);
        mode = __builtin_va_arg(arguments, mode_t);
        __builtin_va_end(arguments);
    }
    int descriptor = real(path, flags, mode);
    if (descriptor >= 0 || errno != EMFILE) return descriptor;
    size_t length = strlen(path);
    if (strncmp(path, "/proc/", 6) || length < 5 || strcmp(path + length - 5, "/stat"))
        return descriptor;
    struct rlimit limit, wide;
    getrlimit(RLIMIT_NOFILE, &limit);
    wide = limit;
    wide.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &wide);
    descriptor = real(path, flags, mode);
    setrlimit(RLIMIT_NOFILE, &limit);
    return descriptor;
}
