#define _GNU_SOURCE
#include "CWarmVFS.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

/// A file of the default VFS, and a descriptor of the same file to read by.
typedef struct {
    sqlite3_file base;
    /// -1 for a file that is read as the default VFS reads it.
    int descriptor;
    /// Whether `descriptor` is closed with the file.
    int is_ours;
    sqlite3_file *real;
} warm_file;

/// sqlite.org/fileformat2.html §1.3.2
static const int smallest_page = 512;

static sqlite3_vfs *real_vfs(sqlite3_vfs *vfs) { return vfs->pAppData; }
static sqlite3_file *real(sqlite3_file *file) { return ((warm_file *)file)->real; }

static int warm_close(sqlite3_file *file) {
    warm_file *warm = (warm_file *)file;
    int code = SQLITE_OK;
    if (warm->real->pMethods) code = warm->real->pMethods->xClose(warm->real);
    if (warm->is_ours) close(warm->descriptor);
    warm->descriptor = -1;
    warm->is_ours = 0;
    return code;
}

static int warm_read(sqlite3_file *file, void *buffer, int amount, sqlite3_int64 offset) {
    warm_file *warm = (warm_file *)file;
    // Less than a page is read only when a file is opened.
    if (warm->descriptor < 0 || amount < smallest_page)
        return warm->real->pMethods->xRead(warm->real, buffer, amount, offset);
    char *rest = buffer;
    while (amount > 0) {
        struct iovec part = {rest, (size_t)amount};
        ssize_t count = preadv2(warm->descriptor, &part, 1, offset, RWF_NOWAIT);
        if (count < 0) {
            if (errno == EINTR) continue;
            // What the file system cannot tell counts as cold.
            if (errno == EAGAIN || errno == EOPNOTSUPP) return SQLITE_IOERR_BLOCKED;
            return SQLITE_IOERR_READ;
        }
        // The end of the file; or, on Linux 5.9 and 5.10, a page that is not in memory
        // (preadv2(2)).
        if (count == 0) return SQLITE_IOERR_BLOCKED;
        rest += count;
        amount -= (int)count;
        offset += count;
    }
    return SQLITE_OK;
}

#define FORWARD(name, parameters, ...)                                     \
    static int warm_##name parameters {                                    \
        return real(file)->pMethods->name(real(file), ##__VA_ARGS__);      \
    }

FORWARD(xWrite, (sqlite3_file *file, const void *bytes, int amount, sqlite3_int64 offset), bytes, amount, offset)
FORWARD(xTruncate, (sqlite3_file *file, sqlite3_int64 size), size)
FORWARD(xSync, (sqlite3_file *file, int flags), flags)
FORWARD(xFileSize, (sqlite3_file *file, sqlite3_int64 *size), size)
FORWARD(xLock, (sqlite3_file *file, int lock), lock)
FORWARD(xUnlock, (sqlite3_file *file, int lock), lock)
FORWARD(xCheckReservedLock, (sqlite3_file *file, int *result), result)
FORWARD(xFileControl, (sqlite3_file *file, int operation, void *argument), operation, argument)
FORWARD(xSectorSize, (sqlite3_file *file))
FORWARD(xDeviceCharacteristics, (sqlite3_file *file))
FORWARD(xShmMap, (sqlite3_file *file, int page, int size, int extend, void volatile **memory), page, size, extend, memory)
FORWARD(xShmLock, (sqlite3_file *file, int offset, int count, int flags), offset, count, flags)
FORWARD(xShmUnmap, (sqlite3_file *file, int delete), delete)

static void warm_xShmBarrier(sqlite3_file *file) {
    real(file)->pMethods->xShmBarrier(real(file));
}

// Version 2: without xFetch, so that nothing is read by a page fault.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = warm_close,
    .xRead = warm_read,
    .xWrite = warm_xWrite,
    .xTruncate = warm_xTruncate,
    .xSync = warm_xSync,
    .xFileSize = warm_xFileSize,
    .xLock = warm_xLock,
    .xUnlock = warm_xUnlock,
    .xCheckReservedLock = warm_xCheckReservedLock,
    .xFileControl = warm_xFileControl,
    .xSectorSize = warm_xSectorSize,
    .xDeviceCharacteristics = warm_xDeviceCharacteristics,
    .xShmMap = warm_xShmMap,
    .xShmLock = warm_xShmLock,
    .xShmBarrier = warm_xShmBarrier,
    .xShmUnmap = warm_xShmUnmap,
};

/// Whether a file's system has no disk: tmpfs does not know RWF_NOWAIT, and never waits.
static int is_in_memory(int descriptor) {
    struct statfs system;
    if (fstatfs(descriptor, &system) != 0) return 0;
    return system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC;
}

static int warm_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *out) {
    warm_file *warm = (warm_file *)file;
    warm->base.pMethods = 0;
    warm->descriptor = -1;
    warm->is_ours = 0;
    warm->real = (sqlite3_file *)(warm + 1);
    int code = real_vfs(vfs)->xOpen(real_vfs(vfs), name, warm->real, flags, out);
    // A file whose opening has failed is closed if it has methods.
    if (warm->real->pMethods) warm->base.pMethods = &methods;
    if (code != SQLITE_OK || !name) return code;
    if (flags & SQLITE_OPEN_MAIN_DB) {
        warm->descriptor = (int)sqlite3_uri_int64(name, "warm", -1);
    } else if (flags & SQLITE_OPEN_WAL) {
        // SQLite has no locks on the journal that closing this one could let go of.
        warm->descriptor = rollcall_warm_open(name);
        if (warm->descriptor < 0) return SQLITE_CANTOPEN;
        warm->is_ours = 1;
    }
    if (warm->descriptor >= 0 && is_in_memory(warm->descriptor)) {
        if (warm->is_ours) close(warm->descriptor);
        warm->descriptor = -1;
        warm->is_ours = 0;
    }
    return SQLITE_OK;
}

int rollcall_warm_open(const char *path) {
    int flags = O_RDONLY | O_CLOEXEC;
    int descriptor = open(path, flags | O_NOATIME);
    return descriptor < 0 && errno == EPERM ? open(path, flags) : descriptor;
}

static int warm_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    return real_vfs(vfs)->xDelete(real_vfs(vfs), name, sync);
}
static int warm_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    return real_vfs(vfs)->xAccess(real_vfs(vfs), name, flags, result);
}
static int warm_full_pathname(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    return real_vfs(vfs)->xFullPathname(real_vfs(vfs), name, size, out);
}
static int warm_randomness(sqlite3_vfs *vfs, int count, char *out) {
    return real_vfs(vfs)->xRandomness(real_vfs(vfs), count, out);
}
static int warm_sleep(sqlite3_vfs *vfs, int microseconds) {
    // SQLite sleeps where a lock is held; whoever reads here may not wait, and gives up instead.
    (void)vfs;
    (void)microseconds;
    return 0;
}
static int warm_current_time(sqlite3_vfs *vfs, double *out) {
    return real_vfs(vfs)->xCurrentTime(real_vfs(vfs), out);
}
static int warm_last_error(sqlite3_vfs *vfs, int size, char *out) {
    return real_vfs(vfs)->xGetLastError(real_vfs(vfs), size, out);
}
static int warm_current_time_64(sqlite3_vfs *vfs, sqlite3_int64 *out) {
    return real_vfs(vfs)->xCurrentTimeInt64(real_vfs(vfs), out);
}

static sqlite3_vfs warm_vfs = {
    .iVersion = 2,
    .zName = ROLLCALL_WARM_VFS,
    .xOpen = warm_open,
    .xDelete = warm_delete,
    .xAccess = warm_access,
    .xFullPathname = warm_full_pathname,
    .xRandomness = warm_randomness,
    .xSleep = warm_sleep,
    .xCurrentTime = warm_current_time,
    .xGetLastError = warm_last_error,
    .xCurrentTimeInt64 = warm_current_time_64,
};

int rollcall_warm_vfs_register(void) {
    static atomic_flag is_begun = ATOMIC_FLAG_INIT;
    static _Atomic int code = -1;
    if (!atomic_flag_test_and_set(&is_begun)) {
        sqlite3_vfs *real = sqlite3_vfs_find(0);
        if (real) {
            warm_vfs.szOsFile = (int)sizeof(warm_file) + real->szOsFile;
            warm_vfs.mxPathname = real->mxPathname;
            warm_vfs.pAppData = real;
            code = sqlite3_vfs_register(&warm_vfs, 0);
        } else {
            code = SQLITE_ERROR;
        }
    }
    while (code < 0) sqlite3_sleep(1);
    return code;
}
