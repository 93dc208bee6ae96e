import GRDB
import Storage

/// What a service keeps in its file: whose it is, and the steps that made its tables.
package struct Schema: Sendable {
    /// One step. Appended, never edited: files out there have run it.
    package struct Migration: Sendable {
        package let name: String
        /// Statements, run in one transaction.
        package let sql: String

        package init(_ name: String, sql: String) {
            self.name = name
            self.sql = sql
        }
    }

    /// SQLite's `application_id`: not zero, and another for each service.
    package let applicationID: Int32
    package let migrations: [Migration]

    package init(applicationID: Int32, migrations: [Migration]) {
        precondition(applicationID != 0, "zero is what every other SQLite file has")
        self.applicationID = applicationID
        self.migrations = migrations
    }

    /// Brings a database up to the last migration. Each is whole or not at all, and counted in
    /// `user_version`.
    ///
    /// - Throws: `StorageError.newerSchema` before anything is touched.
    func migrate(_ writer: any DatabaseWriter) throws {
        let migrator = migrator
        let isNewer = try writer.read { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            return try version > migrations.count || migrator.hasBeenSuperseded(db)
        }
        guard !isNewer else { throw StorageError.newerSchema }
        try migrator.migrate(writer)
    }

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, migration) in migrations.enumerated() {
            migrator.registerMigration(migration.name) { db in
                try db.execute(sql: migration.sql)
                try db.execute(sql: "PRAGMA user_version = \(index + 1)")
            }
        }
        return migrator
    }
}
