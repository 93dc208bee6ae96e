#ifndef ROLLCALL_WARM_VFS_H
#define ROLLCALL_WARM_VFS_H

// A VFS of SQLite (sqlite.org/vfs.html) that reads only what the kernel has in memory. A read that
// would wait for the disk fails with SQLITE_IOERR_BLOCKED; all else is done by the default VFS.
//
// A database is opened by a URI with the parameter `warm`: a descriptor of the database file, open
// for reading. It is the caller's, and stays open until every connection of this process to the
// file is closed: closing any descriptor of a file lets go of the locks that the process has on it
// (fcntl(2)), and SQLite's are such locks.

/// The VFS's name.
#define ROLLCALL_WARM_VFS "rollcall-warm"

/// Makes the VFS known to SQLite. Calling it again does nothing.
///
/// Returns a result code of SQLite's.
int rollcall_warm_vfs_register(void);

/// Opens a file for reading, if it may without noting when: to note it can wait for the file
/// system's journal, though the bytes are in memory.
///
/// Returns the descriptor; or -1, with `errno` set.
int rollcall_warm_open(const char *path);

#endif
