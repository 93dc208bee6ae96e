#ifndef ROLLCALL_CSQLITE_H
#define ROLLCALL_CSQLITE_H

#include <sqlite3.h>

/// Has SQLite not count what it allocates, which takes a lock of the process for each allocation. Before
/// SQLite is used for the first time; a result code of SQLite's.
static inline int rollcall_sqlite_without_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
