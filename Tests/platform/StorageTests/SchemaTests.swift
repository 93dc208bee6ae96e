import CSQLite
import Foundation
import Testing

@testable import Storage

struct SchemaTests {
    let files = TemporaryStore()
    let older = TemporaryStore.schema

    private var newer: Schema { older.adding("ALTER TABLE item ADD COLUMN note TEXT") }

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

    /// At each hundredth step of SQLite the files are copied as they are: what a kill leaves.
    @Test func aKillAtAnyStepOfAMigrationLeavesTheOldTablesOrTheNewOnes() async throws {
        let store = try files.open(older)
        for id in 0..<200 { try await store.insert(id) }
        try store.close()
        let newer = older.adding(
            """
            ALTER TABLE item ADD COLUMN note TEXT;
            UPDATE item SET note = 'old';
            CREATE TABLE remark (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
            INSERT INTO remark (id, text) SELECT id, note FROM item;
            CREATE INDEX itemByNote ON item (note);
            """)
        let writer = try SQLiteConnection(path: files.path, .writing)
        try writer.execute("PRAGMA journal_mode = WAL; PRAGMA cache_size = 5")
        let copies = Copies(files)
        sqlite3_progress_handler(
            writer.handle, 100,
            { Unmanaged<Copies>.fromOpaque($0!).takeUnretainedValue().add() },
            Unmanaged.passUnretained(copies).toOpaque())
        try newer.migrate(writer)
        copies.add()
        writer.close()

        var versions: [Int] = []
        for path in copies.paths {
            let copy = try SQLiteConnection(path: path, .writing)
            let version = try #require(Int(try copy.text("PRAGMA user_version")))
            versions.append(version)
            let tables = try copy.text("SELECT count(*) FROM sqlite_master WHERE type = 'table'")
            #expect(tables == (version == 1 ? "2" : "3"))
            #expect(try copy.text("PRAGMA integrity_check") == "ok")
            copy.close()
            let store = try files.open(newer, at: path)
            let notes = Query<Int>(
                "SELECT count(*) FROM item JOIN remark USING (id) WHERE note = text")
            #expect(try await store.first(notes) == 200)
            try store.close()
        }
        #expect(versions.count > 20 && versions.first == 1 && versions.last == 2)
    }

    @Test func aVersionThatFailsLeavesTheOldSchemaWhole() async throws {
        try files.open(older).close()
        let broken = older.adding("CREATE TABLE half (id); SELECT nonsense;")
        #expect(throws: StorageError.self) { try files.open(broken) }
        let store = try files.open(older)
        let tables = try await store.all(Query<String>("SELECT name FROM sqlite_master"))
        #expect(!tables.contains("half") && tables.contains("item"))
    }
}

/// Files as a kill would leave them.
private final class Copies {
    private let files: TemporaryStore
    private(set) var paths: [String] = []

    init(_ files: TemporaryStore) { self.files = files }

    /// - Returns: 0, so that SQLite goes on.
    @discardableResult
    func add() -> CInt {
        do { paths.append(try files.copy(to: "copy-\(paths.count)")) } catch { Issue.record(error) }
        return 0
    }
}
