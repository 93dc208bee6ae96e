import Foundation
import Testing

@testable import Storage

/// Reads on the thread that asks, and those that leave it.
struct WarmReadTests {
    let files = TemporaryStore()

    /// Has the kernel forget the pages of the file and of its journal.
    private func cool(_ path: String) throws {
        for path in [path, path + "-wal"] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            #expect(fdatasync(descriptor) == 0)
            #expect(posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0)
        }
    }

    private final class Thread: @unchecked Sendable {
        let id = pthread_self()
        var isCurrent: Bool { pthread_equal(id, pthread_self()) != 0 }
    }

    /// The thread that a read was done on.
    private func thread(_ store: Store<Int>, _ id: Int) async throws -> Thread {
        try await store.read { snapshot in
            let item = try snapshot.first(Query<Int, Int>("SELECT id FROM item WHERE id = $1"), id)
            #expect(item == id)
            return Thread()
        }
    }

    /// On a disk: /tmp may be in memory.
    @Test func aWarmReadStaysOnItsThreadAndAColdOneDoesNot() async throws {
        let path = "/var/tmp/rollcall-\(UUID().uuidString)/rows.sqlite"
        defer {
            try? FileManager.default.removeItem(
                at: URL(fileURLWithPath: path).deletingLastPathComponent())
        }
        var store = try files.open(at: path)
        try await store.write { transaction in
            for id in 0..<10_000 { try transaction.insertItem(id, byteCount: 1000) }
        }
        // Opened anew, it has no pages of its own.
        try store.close()
        store = try files.open(at: path)
        // The kernel keeps pages that it works on, so not every try takes effect.
        var isCold = false
        for _ in 0..<20 where !isCold {
            try cool(path)
            let thread = try await thread(store, 9_000)
            isCold = !thread.isCurrent
        }
        #expect(isCold)
        let warm = try await thread(store, 9_000)
        #expect(warm.isCurrent)
    }

    /// Where the kernel keeps files in memory alone, no page is cold.
    @Test func aFileOnAFileSystemInMemoryIsReadOnTheThreadThatAsks() async throws {
        let path = "/dev/shm/rollcall-\(UUID().uuidString)/rows.sqlite"
        defer {
            try? FileManager.default.removeItem(
                at: URL(fileURLWithPath: path).deletingLastPathComponent())
        }
        let store = try files.open(at: path)
        try await store.insert(1)
        let thread = try await thread(store, 1)
        #expect(thread.isCurrent)
        try store.close()
    }

    @Test func aReadOfManyStepsLeavesItsThread() async throws {
        let store = try files.open()
        try await store.insert(1)
        let count = Query<Int, Int>(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
            SELECT count(*) FROM n
            """)
        for (rows, isOnItsThread) in [(10, true), (100_000, false)] {
            let thread = try await store.read { snapshot in
                let counted = try snapshot.first(count, rows)
                #expect(counted == rows)
                return Thread()
            }
            #expect(thread.isCurrent == isOnItsThread)
        }
    }

    /// SQLite counts the steps of a statement over all of its runs: also those of BEGIN and
    /// ROLLBACK.
    @Test func aStatementThatHasRunOftenIsNotTakenForALongOne() async throws {
        let store = try files.open()
        try await store.insert(1)
        for _ in 0..<8_000 {
            let thread = try await thread(store, 1)
            try #require(thread.isCurrent)
        }
    }

    @Test func bodiesThatThrowLeaveNoSnapshotBehind() async throws {
        struct Refusal: Error {}
        let store = try files.open()
        for _ in 0..<8_000 {
            await #expect(throws: Refusal.self) {
                try await store.read { _ in throw Refusal() }
            }
        }
        try await store.insert(1)
        #expect(try await store.ids() == [1])
        #expect(try await store.read { try $0.all(Query<Int>("SELECT id FROM item")) } == [1])
    }

    @Test func aBodyOfManyStatementsLeavesItsThread() async throws {
        let store = try files.open()
        try await store.insert(1)
        let count = Query<Int, Int>(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
            SELECT count(*) FROM n
            """)
        for (times, isOnItsThread) in [(1, true), (40, false)] {
            let thread = try await store.read { snapshot in
                for _ in 0..<times { _ = try snapshot.first(count, 100) }
                return Thread()
            }
            #expect(thread.isCurrent == isOnItsThread)
        }
    }

    @Test func whatWasWrittenIsSeenByTheNextRead() async throws {
        let store = try files.open()
        for id in 0..<200 {
            try await store.insert(id)
            #expect(try await store.ids().count == id + 1)
        }
    }

    @Test func whatWasAcknowledgedIsSeenByEveryReadBesideOtherReads() async throws {
        let store = try files.open()
        let acknowledged = Shared(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while acknowledged.withLock({ $0 }) < 300 {
                        let least = acknowledged.withLock { $0 }
                        let ids = try await store.ids()
                        #expect(ids.count >= least)
                        let both = try await store.read { snapshot in
                            let count = Query<Int>("SELECT count(*) FROM item")
                            return try (snapshot.first(count), snapshot.first(count))
                        }
                        #expect(both.0 == both.1)
                        // None of this leaves its thread, and the writer needs one.
                        await Task.yield()
                    }
                }
            }
            for id in 1...300 {
                try await store.insert(id)
                acknowledged.withLock { $0 = id }
            }
            try await group.waitForAll()
        }
    }

    /// A connection that keeps its snapshot until the next write keeps the journal no longer.
    @Test func readsBetweenWritesLetTheJournalBeUsedAgain() async throws {
        let store = try files.open()
        for id in 0..<400 {
            try await store.insert(id, byteCount: 100_000)
            async let first = store.first(Query<Int>("SELECT max(id) FROM item"))
            async let second = store.first(Query<Int>("SELECT max(id) FROM item"))
            #expect(try await [first, second] == [id, id])
        }
        let size = try FileManager.default.attributesOfItem(atPath: files.path + "-wal")[.size]
        #expect(try #require(size as? Int) < 24 << 20)
    }

    /// SQLite's locks are of the process: closing a descriptor of the file lets go of them.
    @Test func anOtherProcessThatOpensTheFileLeavesTheJournal() async throws {
        var former: Store<Int>? = try files.open()
        try former?.close()
        let store = try files.open()
        former = nil
        for id in 0..<10 { try await store.insert(id) }
        let tool = Process()
        tool.executableURL = URL(fileURLWithPath: "/bin/sh")
        tool.arguments = [
            "-c",
            #"python3 -c "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM item').fetchone()[0])" "$0""#,
            files.path,
        ]
        let pipe = Pipe()
        tool.standardOutput = pipe
        try tool.run()
        tool.waitUntilExit()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(said == "10\n")
        #expect(FileManager.default.fileExists(atPath: files.path + "-wal"))
        try await store.insert(10)
        #expect(try await store.ids().count == 11)
    }
}
