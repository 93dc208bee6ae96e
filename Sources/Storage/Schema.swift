/// What a service keeps: whose it is, and the tables, for each engine.
package struct Schema: Sendable {
    /// The statements that lead from one version to the next, run in one transaction. The first makes
    /// all tables.
    package struct Version: Sendable {
        package let sqlite: String
        package let postgresql: String

        package init(sqlite: String, postgresql: String) {
            self.sqlite = sqlite
            self.postgresql = postgresql
        }
    }

    /// SQLite's `application_id`: not zero, and another for each service.
    package let applicationID: Int32
    /// From 1 on. Appended once there was a release, never edited: databases out there are of it.
    package let versions: [Version]

    package init(applicationID: Int32, versions: [Version]) {
        precondition(applicationID != 0, "zero is what every other SQLite file has")
        self.applicationID = applicationID
        self.versions = versions
    }

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
