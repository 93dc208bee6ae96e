import Foundation
import Testing

@testable import Storage

struct MigrationRehearsalTests {
    let files = TemporaryStore()
    let older = TemporaryStore.schema

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: files.directory).sorted()
    }

    @Test func itSaysWhatTheStartWouldDoWhileAnOlderProgramWrites() async throws {
        let store = try files.open(older)
        try await store.insert(1)
        let before = try names()
        let newer = older.adding("ALTER TABLE item ADD COLUMN note TEXT")
        let rehearsal = try MigrationRehearsal(of: files.path, newer)
        #expect(rehearsal.before == 1 && rehearsal.after == 2 && rehearsal.duration > .zero)
        #expect(try names() == before)
        try await store.insert(2)
        #expect(try await store.first(Query<Int>("PRAGMA user_version")) == 1)
        #expect(try await store.ids() == [1, 2])
    }

    /// The last commits are in the journal alone.
    @Test func whatAKillLeftInTheJournalIsRehearsedToo() async throws {
        let store = try files.open(older)
        try await store.insert(1)
        let killed = try files.copy(to: "it's killed.sqlite")
        let newer = older.adding(
            """
            CREATE TABLE one (id CHECK (id = 1));
            INSERT INTO one SELECT count(*) FROM item
            """)
        #expect(try MigrationRehearsal(of: killed, newer).after == 2)
        let left = try await files.open(older, at: killed).ids()
        #expect(left == [1])
        try store.close()
    }

    @Test func aStepThatWouldFailIsToldAndChangesNothing() async throws {
        let store = try files.open(older)
        try await store.insert(1)
        let before = try names()
        for sql in ["SELECT nonsense", "CREATE UNIQUE INDEX twice ON item (1)"] {
            try await store.insert(sql.count)
            #expect(throws: StorageError.self) {
                try MigrationRehearsal(of: files.path, older.adding(sql))
            }
        }
        #expect(try names() == before)
        #expect(try await store.ids().count == 3)
    }

    @Test func itRefusesWhatTheStartRefuses() throws {
        try files.open(older.adding("CREATE TABLE more (id INTEGER)")).close()
        #expect(throws: StorageError.newerSchema) { try MigrationRehearsal(of: files.path, older) }
        let foreign = Schema(applicationID: 7, versions: older.versions)
        #expect(throws: StorageError.foreignFile(applicationID: older.applicationID)) {
            try MigrationRehearsal(of: files.path, foreign)
        }
        try files.replace(with: try files.bytes().prefix(5000))
        #expect(throws: StorageError.self) { try MigrationRehearsal(of: files.path, older) }
        let suffixes = try names().map { $0.dropFirst("rows.sqlite".count) }
        #expect(Set(suffixes).isSubset(of: ["", "-wal", "-shm", ".lock"]))
    }

    @Test func itRefusesAFileWhoseTablesWereMoved() throws {
        try files.open(older).close()
        try MovedFile(path: files.path).mark(place: "postgresql://elsewhere/auth")
        #expect(throws: StorageError.self) { try MigrationRehearsal(of: files.path, older) }
    }

    /// In another process, as SQLite's locks are those of a process. Each commit would begin a copy
    /// anew that is not of one moment.
    @Test(.timeLimit(.minutes(1)))
    func aWriterInAnotherProcessGoesOnMeanwhile() async throws {
        let store = try files.open(older)
        for id in 0..<40 { try await store.insert(id, byteCount: 200_000) }
        try store.close()
        let writer = Process()
        writer.executableURL = URL(filePath: "/usr/bin/python3")
        writer.arguments = [
            "-c",
            """
            import signal, sqlite3, sys
            signal.alarm(50)
            rows = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
            rows.execute("PRAGMA synchronous = OFF")
            for row in range(100, 10**9):
                rows.execute("INSERT INTO item (id, value) VALUES (?, zeroblob(1))", (row,))
                if row == 100: print("has begun", flush=True)
            """, files.path,
        ]
        let output = Pipe()
        writer.standardOutput = output
        try writer.run()
        defer {
            kill(writer.processIdentifier, SIGKILL)
            writer.waitUntilExit()
        }
        _ = output.fileHandleForReading.availableData
        let newer = older.adding("UPDATE item SET value = x'00'")
        var count = try rows()
        for _ in 0..<5 {
            #expect(try MigrationRehearsal(of: files.path, newer).before == 1)
            let more = try rows()
            #expect(more > count)
            count = more
        }
        #expect(try names().count <= 4 && writer.isRunning)
    }

    private func rows() throws -> Int {
        try #require(
            Int(SQLiteConnection(path: files.path, .reading).text("SELECT max(id) FROM item")))
    }
}
