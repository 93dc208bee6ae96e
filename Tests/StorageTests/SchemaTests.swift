import GRDB
import Testing

@testable import Storage

struct SchemaTests {
    let files = TemporaryStore()
    let older = TemporaryStore.schema
    let newer = Schema(
        applicationID: TemporaryStore.schema.applicationID,
        migrations: TemporaryStore.schema.migrations + [
            Schema.Migration("notes", sql: "ALTER TABLE row ADD COLUMN note TEXT")
        ])

    @Test func anOlderFileIsBroughtUpToDateWithItsRows() async throws {
        var store = try files.open(older)
        try await store.insert(1)
        try store.close()
        store = try files.open(newer)
        let (notes, version) = try await store.read { db in
            try (
                Int.fetchOne(db, sql: "SELECT count(*) FROM row WHERE note IS NULL"),
                Int.fetchOne(db, sql: "PRAGMA user_version")
            )
        }
        #expect(notes == 1 && version == 2)
    }

    @Test func aNewerFileIsRefusedAndKeepsItsRows() async throws {
        let store = try files.open(newer)
        try await store.insert(1)
        try store.close()
        #expect(throws: StorageError.newerSchema) { try files.open(older) }
        #expect(try await files.open(newer).ids() == [1])
    }

    @Test func aFileWithAnotherHistoryIsRefused() throws {
        try files.open(older).close()
        let renamed = Schema(
            applicationID: older.applicationID, migrations: [Schema.Migration("else", sql: "")])
        #expect(throws: StorageError.newerSchema) { try files.open(renamed) }
    }

    @Test func aMigrationThatFailsLeavesTheOldSchemaWhole() async throws {
        try files.open(older).close()
        let broken = Schema(
            applicationID: older.applicationID,
            migrations: older.migrations + [
                Schema.Migration("broken", sql: "CREATE TABLE half (id); SELECT nonsense;")
            ])
        #expect(throws: DatabaseError.self) { try files.open(broken) }
        let store = try files.open(older)
        let tables = try await store.read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master")
        }
        #expect(!tables.contains("half") && tables.contains("row"))
    }
}
