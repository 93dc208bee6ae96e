import CSQLite
import Glibc
import RollcallBasics

/// What a program makes of a file's tables at its start, made of a copy of the file.
package struct MigrationRehearsal {
    /// The versions of the tables, counted from 1.
    package let before: Int
    package let after: Int
    /// How long the steps from one to the other took, without the copy and without syncs.
    package let duration: Duration

    /// Copies the file beside it. The copy has no name, so a kill leaves nothing. A service may
    /// write the file meanwhile. Blocks.
    ///
    /// - Throws: `StorageError`, as the start would.
    package init(of path: String, _ schema: Schema) throws {
        let moved = MovedFile(path: path)
        if let place = moved.place { throw moved.refusal(place) }
        try DatabaseFile(path: path, applicationID: schema.applicationID).prepare()
        let copy = try SQLiteConnection.unnamedCopy(of: path)
        before = try Int(copy.text("PRAGMA user_version")) ?? 0
        after = schema.versions.count
        let start = ContinuousClock.now
        try schema.migrate(copy)
        duration = .now - start
        let finding = try copy.text("PRAGMA quick_check(1)")
        guard finding == "ok" else { throw StorageError.corrupt(finding) }
    }
}

extension SQLiteConnection {
    /// A copy of what the last commit left. VACUUM INTO would not do: that of SQLite 3.40 fails for
    /// a table without rowids that has a generated column.
    fileprivate static func unnamedCopy(of path: String) throws -> SQLiteConnection {
        var template = Array((path + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw StorageError.system(path) }
        defer { _ = Glibc.close(descriptor) }
        let name = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unlink(name) }
        let copy = try SQLiteConnection(path: name, .writing)
        unlink(name)
        // A journal would need the name. Of a step that fails, the copy is of no use any more.
        try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        let source = try SQLiteConnection(path: path, .reading)
        // Without the read there is no snapshot, and each commit would begin the copy anew.
        try source.execute("PRAGMA busy_timeout = 10000; BEGIN; PRAGMA user_version")
        guard let backup = sqlite3_backup_init(copy.handle, "main", source.handle, "main") else {
            throw copy.error(sqlite3_extended_errcode(copy.handle))
        }
        var code = SQLITE_OK
        while code == SQLITE_OK {
            // 1 MiB at a time: the commits of the service would wait for all of it.
            code = sqlite3_backup_step(backup, 256)
            fdatasync(descriptor)
        }
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw copy.error(code) }
        // Out of the mode of a write-ahead log, whose files would need the name. By the change
        // counter the connection notices (sqlite.org/fileformat2.html §1.3).
        guard pwrite(descriptor, [1, 1] as [UInt8], 2, 18) == 2,
            pwrite(descriptor, [255, 255, 255, 255] as [UInt8], 4, 24) == 4
        else { throw StorageError.system(path) }
        return copy
    }
}
