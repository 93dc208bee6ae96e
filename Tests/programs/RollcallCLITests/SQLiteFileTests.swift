import Foundation
import RollcallBasics
import TestSupport
import Testing

@testable import rollcall

struct SQLiteFileTests {
    /// Some 80 MiB: a copy of several steps.
    private func database(at path: String) throws -> SQLiteFile {
        let file = try SQLiteFile(path, isNew: true)
        try file.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0;
            CREATE TABLE t (n INTEGER PRIMARY KEY, text BLOB);
            WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 20000)
            INSERT INTO t SELECT n, randomblob(4000) FROM r;
            """)
        return file
    }

    @Test func aCopyIsOfTheMomentAtWhichTheTransactionBegan() async throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/t.sqlite"
        let writer = try database(at: path)
        let reader = try SQLiteFile(path)
        #expect(try SQLiteFile.beginTogether([reader]))
        try writer.execute("INSERT INTO t VALUES (20001, x'00'); DELETE FROM t WHERE n < 10")
        let isDone = Flag()
        async let writes = Task.detached {
            let other = try SQLiteFile(path, isNew: true)
            var count = 0
            while !isDone.isRaised {
                count += 1
                try other.execute("UPDATE t SET text = x'01' WHERE n = 10 + \(count) % 19000")
            }
            return count
        }.value
        let copy = try SQLiteFile("\(directory.path)/copy", isNew: true)
        try reader.copy(to: copy) { _ in }
        isDone.raise()
        #expect(try await writes > 0)
        #expect(try copy.number("SELECT count(*) FROM t") == 20_000)
        #expect(try copy.number("SELECT count(*) FROM t WHERE length(text) = 4000") == 20_000)
        #expect(try copy.texts("PRAGMA integrity_check") == ["ok"])
    }

    /// The journal, and with it what was committed, stays the writer's.
    @Test func aReaderThatIsTheLastToCloseLeavesTheJournal() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/t.sqlite"
        let writer = try database(at: path)
        let files = [path, path + "-wal", path + "-shm"]
        for file in files {
            try FileManager.default.copyItem(atPath: file, toPath: file + ".copy")
        }
        let copies = ["", "-wal", "-shm"].map { "\(directory.path)/other\($0)" }
        for (file, copy) in zip(files, copies) {
            try FileManager.default.moveItem(atPath: file + ".copy", toPath: copy)
        }
        let before = try Data(contentsOf: URL(filePath: copies[1]))
        #expect(before.count > 1 << 20)
        do {
            let reader = try SQLiteFile(copies[0])
            #expect(try reader.number("SELECT count(*) FROM t") == 20_000)
            #expect(throws: Failure.self) { try reader.execute("DELETE FROM t") }
        }
        #expect(try Data(contentsOf: URL(filePath: copies[1])) == before)
        withExtendedLifetime(writer) {}
    }
}
