#ifndef ROLLCALL_CSQLITE_H
#define ROLLCALL_CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/// Has SQLite not count what it allocates, which takes a lock of the process for each allocation.
/// Before SQLite is used for the first time; a result code of SQLite's.
static inline int rollcall_sqlite_without_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Has the close of a connection leave the write-ahead log as it is; a result code of SQLite's.
static inline int rollcall_sqlite_without_checkpoint(sqlite3 *handle) {
    return sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// What the last write to the database or to its journal failed with, as the files keep it:
/// sqlite3_system_errno() knows nothing of a COMMIT. 0 if it is unknown, or if they do not agree.
static inline int rollcall_sqlite_write_errno(sqlite3 *handle) {
    int database = 0, log = 0;
    sqlite3_file *journal = NULL;
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &database);
    if (sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal) == SQLITE_OK
        && journal && journal->pMethods) {
        journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &log);
    }
    if (!database || !log) return database + log;
    return database == log ? log : 0;
}

#endif
