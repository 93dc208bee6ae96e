// Preloaded into a daemon: writes down what it asks of the disk below a directory, and fails what
// it is told to.
//
//   DISK_ROOT    the directory
//   DISK_TRACE   the file of the lines, one a call that has succeeded:
//                  write PATH OFFSET BYTES    OFFSET -1: behind what was written before
//                  sync PATH                  fsync or fdatasync
//                  cut PATH SIZE              ftruncate
//                  rename PATH NEWPATH
//                  remove PATH
//                  answer ID                  64 hexadecimal digits in what is sent to a peer,
//                  before it is sent
//   DISK_FAULT   while this file exists, calls of the kind that it names fail. It has one line:
//                  KIND PATTERN ERRNO COUNT   PATTERN as fnmatch(3) has it; after COUNT calls it is
//                  removed
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name, &real_##name))
#define DECLARE(name) static void *real_##name
DECLARE(write);
DECLARE(pwrite);
DECLARE(pwrite64);
DECLARE(writev);
DECLARE(send);
DECLARE(sendmsg);
DECLARE(fsync);
DECLARE(fdatasync);
DECLARE(ftruncate);
DECLARE(ftruncate64);
DECLARE(rename);
DECLARE(renameat);
DECLARE(unlink);
DECLARE(unlinkat);

static void *real(const char *name, void **known) {
    if (!*known) *known = dlsym(RTLD_NEXT, name);
    return *known;
}

// Whether the descriptor is of something below the directory, and where it is.
static bool is_watched(int descriptor, char path[PATH_MAX]) {
    const char *root = getenv("DISK_ROOT");
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(link, path, PATH_MAX - 1);
    if (!root || count <= 0) return false;
    path[count] = 0;
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && path[length] == '/';
}

static bool is_socket(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}

static void note(const char *line, size_t count) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static int trace = -1;
    pthread_mutex_lock(&mutex);
    const char *path = getenv("DISK_TRACE");
    if (trace < 0 && path) {
        trace = (int)syscall(
            SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    syscall(SYS_write, trace, line, count);
    pthread_mutex_unlock(&mutex);
}

static void note_two(const char *call, const char *path, const char *other) {
    char line[2 * PATH_MAX + 32];
    int count = snprintf(line, sizeof line, "%s %s%s%s\n", call, path, *other ? " " : "", other);
    note(line, (size_t)count);
}

static void note_write(const char *path, long long offset, const unsigned char *bytes, size_t size) {
    char *line = malloc(PATH_MAX + 64 + 2 * size);
    if (!line) return;
    int count = sprintf(line, "write %s %lld ", path, offset);
    for (size_t index = 0; index < size; index++) {
        line[count++] = "0123456789abcdef"[bytes[index] >> 4];
        line[count++] = "0123456789abcdef"[bytes[index] & 15];
    }
    line[count++] = '\n';
    note(line, (size_t)count);
    free(line);
}

// Sets errno if the call is to fail.
static bool is_to_fail(const char *kind, const char *path) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    const char *file = getenv("DISK_FAULT");
    if (!file) return false;
    pthread_mutex_lock(&mutex);
    char text[1024] = "", wanted[16], pattern[512];
    int code = 0, left = 0, before = errno;
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
    bool fails = false;
    if (descriptor >= 0) {
        syscall(SYS_read, descriptor, text, sizeof text - 1);
        fails = sscanf(text, "%15s %511s %d %d", wanted, pattern, &code, &left) == 4 && left > 0
            && strcmp(wanted, kind) == 0 && fnmatch(pattern, path, 0) == 0;
        if (fails && left == 1) {
            unlink(file);
        } else if (fails) {
            int count = snprintf(text, sizeof text, "%s %s %d %d\n", wanted, pattern, code, left - 1);
            syscall(SYS_ftruncate, descriptor, 0);
            syscall(SYS_pwrite64, descriptor, text, count, 0);
        }
        syscall(SYS_close, descriptor);
    }
    pthread_mutex_unlock(&mutex);
    errno = fails ? code : before;
    return fails;
}

static void note_answers(const void *bytes, size_t size) {
    const char *text = bytes;
    size_t run = 0;
    for (size_t index = 0; index <= size; index++) {
        char next = index < size ? text[index] : 0;
        if ((next >= '0' && next <= '9') || (next >= 'a' && next <= 'f')) {
            run++;
            continue;
        }
        if (run == 64) {
            char id[65] = "";
            memcpy(id, text + index - 64, 64);
            note_two("answer", id, "");
        }
        run = 0;
    }
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
    char path[PATH_MAX];
    if (is_watched(descriptor, path)) {
        if (is_to_fail("write", path)) return -1;
        ssize_t count = REAL(write)(descriptor, bytes, size);
        if (count > 0) note_write(path, -1, bytes, (size_t)count);
        return count;
    }
    if (is_socket(descriptor)) note_answers(bytes, size);
    return REAL(write)(descriptor, bytes, size);
}

ssize_t send(int descriptor, const void *bytes, size_t size, int flags) {
    note_answers(bytes, size);
    return REAL(send)(descriptor, bytes, size, flags);
}

static void note_vectors(int descriptor, const struct iovec *vectors, size_t count) {
    if (!is_socket(descriptor)) return;
    for (size_t index = 0; index < count; index++) {
        note_answers(vectors[index].iov_base, vectors[index].iov_len);
    }
}

ssize_t writev(int descriptor, const struct iovec *vectors, int count) {
    note_vectors(descriptor, vectors, (size_t)count);
    return REAL(writev)(descriptor, vectors, count);
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
    note_vectors(descriptor, message->msg_iov, message->msg_iovlen);
    return REAL(sendmsg)(descriptor, message, flags);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    char path[PATH_MAX];
    bool watched = is_watched(descriptor, path);
    if (watched && is_to_fail("write", path)) return -1;
    ssize_t count = REAL(pwrite)(descriptor, bytes, size, offset);
    if (watched && count > 0) note_write(path, offset, bytes, (size_t)count);
    return count;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
    char path[PATH_MAX];
    bool watched = is_watched(descriptor, path);
    if (watched && is_to_fail("write", path)) return -1;
    ssize_t count = REAL(pwrite64)(descriptor, bytes, size, offset);
    if (watched && count > 0) note_write(path, offset, bytes, (size_t)count);
    return count;
}

static int synced(int descriptor, int (*sync)(int)) {
    char path[PATH_MAX];
    bool watched = is_watched(descriptor, path);
    if (watched && is_to_fail("sync", path)) return -1;
    int result = sync(descriptor);
    if (watched && result == 0) note_two("sync", path, "");
    return result;
}

int fsync(int descriptor) {
    return synced(descriptor, REAL(fsync));
}

int fdatasync(int descriptor) {
    return synced(descriptor, REAL(fdatasync));
}

static int cut(int descriptor, off64_t size, int result) {
    char path[PATH_MAX], text[32];
    if (result == 0 && is_watched(descriptor, path)) {
        snprintf(text, sizeof text, "%lld", (long long)size);
        note_two("cut", path, text);
    }
    return result;
}

int ftruncate(int descriptor, off_t size) {
    return cut(descriptor, size, REAL(ftruncate)(descriptor, size));
}

int ftruncate64(int descriptor, off64_t size) {
    return cut(descriptor, size, REAL(ftruncate64)(descriptor, size));
}

int unlink(const char *path) {
    int result = REAL(unlink)(path);
    const char *root = getenv("DISK_ROOT");
    if (result == 0 && root && strncmp(path, root, strlen(root)) == 0) note_two("remove", path, "");
    return result;
}

int unlinkat(int directory, const char *name, int flags) {
    char path[PATH_MAX], whole[2 * PATH_MAX];
    int result = REAL(unlinkat)(directory, name, flags);
    if (result == 0 && is_watched(directory, path)) {
        snprintf(whole, sizeof whole, "%s/%s", path, name);
        note_two("remove", whole, "");
    }
    return result;
}

int rename(const char *from, const char *to) {
    int result = REAL(rename)(from, to);
    const char *root = getenv("DISK_ROOT");
    if (result == 0 && root && strncmp(from, root, strlen(root)) == 0) note_two("rename", from, to);
    return result;
}

int renameat(int directory, const char *from, int other, const char *to) {
    char path[PATH_MAX], new_path[PATH_MAX], old[2 * PATH_MAX], new[2 * PATH_MAX];
    bool watched = is_watched(directory, path) && is_watched(other, new_path);
    if (watched) {
        snprintf(old, sizeof old, "%s/%s", path, from);
        snprintf(new, sizeof new, "%s/%s", new_path, to);
        if (is_to_fail("rename", old)) return -1;
    }
    int result = REAL(renameat)(directory, from, other, to);
    if (watched && result == 0) note_two("rename", old, new);
    return result;
}
