import Testing

@testable import Storage

struct SchemaTests {
    let files = TemporaryStore()
    let older = TemporaryStore.schema

    private func schema(adding sql: String) -> Schema {
        Schema(
            applicationID: older.applicationID,
            versions: older.versions + [Schema.Version(sqlite: sql, postgresql: sql)])
    }

    private var newer: Schema { schema(adding: "ALTER TABLE item ADD COLUMN note TEXT") }

    @Test func anOlderFileIsBroughtUpToDateWithItsRows() async throws {
        var store = try files.open(older)
        try await store.insert(1)
        try store.close()
        store = try files.open(newer)
        let notes = try await store.first(
            Query<Int>("SELECT count(*) FROM item WHERE note IS NULL"))
        let version = try await store.first(Query<Int>("PRAGMA user_version"))
        #expect(notes == 1 && version == 2)
    }

    @Test func aNewerFileIsRefusedAndKeepsItsRows() async throws {
        let store = try files.open(newer)
        try await store.insert(1)
        try store.close()
        #expect(throws: StorageError.newerSchema) { try files.open(older) }
        #expect(try await files.open(newer).ids() == [1])
    }

    @Test func aVersionThatFailsLeavesTheOldSchemaWhole() async throws {
        try files.open(older).close()
        let broken = schema(adding: "CREATE TABLE half (id); SELECT nonsense;")
        #expect(throws: StorageError.self) { try files.open(broken) }
        let store = try files.open(older)
        let tables = try await store.all(Query<String>("SELECT name FROM sqlite_master"))
        #expect(!tables.contains("half") && tables.contains("item"))
    }
}
