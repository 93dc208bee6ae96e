#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "status.h"

static void require(bool is_done) {
    if (!is_done) end(STATUS_NOT_CONFINED);
}

static void limit(__rlimit_resource_t resource, rlim_t value) {
    struct rlimit now;
    require(getrlimit(resource, &now) == 0);
    // A limit that is lower already cannot be raised, and need not be.
    if (now.rlim_max < value) value = now.rlim_max;
    require(setrlimit(resource, &(struct rlimit){value, value}) == 0);
}

static void set_limits(const struct allowance *allowance) {
    limit(RLIMIT_AS, allowance->memory);
    limit(RLIMIT_CPU, allowance->processor_seconds);
    limit(RLIMIT_CORE, 0);
    // None are opened any more; those that are open stay.
    limit(RLIMIT_NOFILE, 0);
    // Standard output may be a file. No output is larger than what may be in memory.
    limit(RLIMIT_FSIZE, allowance->memory);
    limit(RLIMIT_NPROC, 0);
    // The signal ends the program, unless whoever started it ignores the signal.
    require(signal(SIGALRM, SIG_DFL) != SIG_ERR);
    alarm(allowance->seconds);
}

// What a decoder calls while it works, and the ends of a process.
static void filter_calls(void) {
    // All else fails with EPERM: a library may ask for something that it can do without.
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    require(filter != NULL);
    require(seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(read), 1, SCMP_A0(SCMP_CMP_EQ, STDIN_FILENO)) == 0);
    require(seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, SCMP_A0(SCMP_CMP_EQ, STDOUT_FILENO)) == 0);
    // Memory, of no file and never to be executed.
    require(seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
        SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
        SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS)) == 0);
    require(seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
        SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) == 0);
    const int calls[] = {
        SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(futex),
        SCMP_SYS(getrandom), SCMP_SYS(clock_gettime), SCMP_SYS(restart_syscall),
        SCMP_SYS(rt_sigreturn), SCMP_SYS(exit), SCMP_SYS(exit_group),
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        require(seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) == 0);
    // libseccomp also sets no_new_privs.
    require(seccomp_load(filter) == 0);
    seccomp_release(filter);
}

void confine(const struct allowance *allowance) {
    // Whoever started the program may have left files open.
    require(close_range(STDERR_FILENO + 1, ~0u, 0) == 0);
    // Other processes of the same user cannot look into it, and there is no dump of somebody's
    // photo.
    require(prctl(PR_SET_DUMPABLE, 0) == 0);
    require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    set_limits(allowance);
    filter_calls();
}

const char *find_escape(void) {
    char byte = 0;
    if (open("/", O_RDONLY) >= 0) return "open";
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) return "socket";
    if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0) return "socket";
    if (fork() >= 0) return "fork";
    if (kill(getppid(), 0) == 0) return "kill";
    if (dup(STDIN_FILENO) >= 0) return "dup";
    if (read(STDOUT_FILENO, &byte, 0) >= 0) return "read";
    if (write(STDIN_FILENO, &byte, 0) >= 0) return "write";
    if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
        return "mmap";
    // It returns only if it fails, and the list of arguments may be empty: whoever gets here has
    // not become another program.
    execve("/proc/self/exe", (char *[]){NULL}, (char *[]){NULL});
    return errno == EPERM ? NULL : "execve";
}
