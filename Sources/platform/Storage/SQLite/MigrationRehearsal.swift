import CSQLite
import Glibc
import RollcallBasics

/// What a program makes of a file's tables at its start, made of a copy of the file.
package struct MigrationRehearsal {
    /// The versions of the tables, counted from 1.
    package let before: Int
    package let after: Int
    /// How long the start took, without the copy.
    package let duration: Duration

    /// Copies the file beside it, which needs as much room again, and removes the copy in the end.
    /// Services may write the file meanwhile. Blocks.
    ///
    /// - Throws: `StorageError`, as the start would.
    package init(of path: String, _ schema: Schema) throws {
        try DatabaseFile(path: path, applicationID: schema.applicationID).prepare()
        let copy = path + ".rehearsal"
        let lock = try FileLock(path: copy)
        defer {
            for suffix in ["-wal", "-shm", ".lock", ""] { unlink(copy + suffix) }
            withExtendedLifetime(lock) {}
        }
        // What was left of one that was killed.
        for suffix in ["-wal", "-shm"] { unlink(copy + suffix) }
        guard truncate(copy, 0) == 0 else { throw StorageError.system(copy) }
        let source = try SQLiteConnection(path: path, .reading)
        try source.copy(to: copy)
        before = try Int(source.text("PRAGMA user_version")) ?? 0
        after = schema.versions.count

        let start = ContinuousClock.now
        let store = try Store<Never>(.file(copy), schema: schema) { _ in }
        duration = .now - start
        try store.close()
        let finding = try SQLiteConnection(path: copy, .reading).text("PRAGMA quick_check(1)")
        guard finding == "ok" else { throw StorageError.corrupt(finding) }
    }
}

extension SQLiteConnection {
    /// Copies what the last commit left to an empty file. Not by VACUUM INTO: SQLite 3.40 cannot
    /// copy a table without rowids that has a generated column.
    fileprivate func copy(to path: String) throws {
        let target = try SQLiteConnection(path: path, .writing)
        try target.execute("PRAGMA synchronous = OFF")
        guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.error(sqlite3_extended_errcode(target.handle))
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw target.error(code) }
    }
}
