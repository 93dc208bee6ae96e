extension Schema {
    /// Brings a file up to the last version. Each is whole or not at all, and counted in
    /// `user_version`.
    ///
    /// - Throws: `StorageError.newerSchema` before anything is touched.
    func migrate(_ writer: SQLiteConnection) throws {
        let version = try Int(writer.text("PRAGMA user_version")) ?? 0
        guard version <= versions.count else { throw StorageError.newerSchema }
        for (index, next) in versions.enumerated().dropFirst(version) {
            do {
                try writer.execute(
                    """
                    BEGIN IMMEDIATE;
                    \(next.sqlite)
                    ; PRAGMA user_version = \(index + 1);
                    COMMIT;
                    """)
            } catch {
                if writer.isInTransaction { try? writer.execute("ROLLBACK") }
                throw error
            }
        }
    }
}
