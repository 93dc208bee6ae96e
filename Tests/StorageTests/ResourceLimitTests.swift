import Foundation
import GRDB
import RollcallAPI
import RollcallRPC
import Synchronization
import Testing

@testable import Storage

/// What the store does when the disk, the journal or the device has had enough.
struct ResourceLimitTests {
    let files = TemporaryStore()

    private func journalSize() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: files.path + "-wal")
        return try #require(attributes[.size] as? Int)
    }

    /// As it is when the process is out of descriptors: the file that cannot be opened is another one.
    @Test func aFileThatCannotBeOpenedStopsOneWriteAndNotTheStore() async throws {
        let store = try files.open()
        for _ in 0..<2 {
            await #expect {
                try await store.write { db in
                    try db.insertRow(1, byteCount: 1)
                    try DatabaseQueue(path: "/nowhere/rows.sqlite").read { _ in }
                }
            } throws: { error in
                guard case .exhausted = error as? StorageError else { return false }
                return true
            }
        }
        #expect(files.failures.withLock { $0.isEmpty })
        try await store.insert(2)
        #expect(try await store.ids() == [2])
    }

    @Test(arguments: [
        ResultCode.SQLITE_NOMEM, .SQLITE_CANTOPEN, .SQLITE_IOERR_NOMEM, .SQLITE_IOERR_GETTEMPPATH,
    ])
    func whatTheMachineLacksIsNotTheDatabasesFault(code: ResultCode) async throws {
        let error = try #require(StorageError(DatabaseError(resultCode: code)))
        #expect(!error.isFatal)
        let answered = try #require(RPCError(error))
        #expect(answered.reasons == [.overloaded])
    }

    @Test func temporaryFilesAreInMemory() async throws {
        let store = try files.open()
        let pragma = "PRAGMA temp_store"
        #expect(try await store.write { try Int.fetchOne($0, sql: pragma) } == 2)
        #expect(try await store.read { try Int.fetchOne($0, sql: pragma) } == 2)
    }

    @Test func theJournalStaysBoundedOverAHundredThousandRows() async throws {
        let store = try files.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<20 {
                group.addTask {
                    for batch in 0..<10 {
                        try await store.write { db in
                            for row in 0..<500 {
                                let id = writer * 5000 + batch * 500 + row
                                try db.insertRow(id, byteCount: 200)
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.ids().count == 100_000)
        #expect(try journalSize() <= 64 << 20)
    }

    /// A reader that sits in a statement would keep the journal growing for ever.
    @Test func aReaderThatNeverEndsIsStoppedWhenTheJournalIsFull() async throws {
        let store = try files.open()
        try await store.insert(0)
        let isReading = Shared(false)
        let reader = Task {
            try await store.read { db in
                _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM row")
                isReading.withLock { $0 = true }
                let endless = """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                    SELECT count(*) FROM n
                    """
                _ = try Int.fetchOne(db, sql: endless)
            }
        }
        while !isReading.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        for id in 1...100 { try await store.insert(id, byteCount: 1 << 20) }
        await #expect(throws: StorageError.overloaded) { try await reader.value }
        #expect(try journalSize() <= 70 << 20)
        #expect(try await store.ids().count == 101)
    }

    @Test func aReaderThatSitsStillHoldsTheWritersBackAtTheLimit() async throws {
        let store = try files.open()
        try await store.insert(0)
        let (isReading, mayEnd) = (Shared(false), Shared(false))
        let reader = Task {
            try await store.read { db in
                _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM row")
                isReading.withLock { $0 = true }
                while !mayEnd.withLock({ $0 }) { usleep(1000) }
            }
        }
        while !isReading.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        await #expect(throws: StorageError.overloaded) {
            for id in 1...100 { try await store.insert(id, byteCount: 1 << 20) }
        }
        #expect(try journalSize() <= 70 << 20)
        mayEnd.withLock { $0 = true }
        try await reader.value
        try await store.insert(1000)
        #expect(files.failures.withLock { $0.isEmpty })
    }

    @Test func aFullDiskRefusesAndRecoversWhenThereIsRoom() async throws {
        let store = try files.open()
        try await store.insert(1)
        let pages = try await store.write { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages + 2)")
            return pages
        }
        await #expect(throws: StorageError.noSpace) {
            try await store.insert(2, byteCount: 100_000)
        }
        await #expect(throws: StorageError.noSpace) {
            try await store.insert(3, byteCount: 100_000)
        }
        #expect(try await store.ids() == [1])
        try await store.insert(4)
        try await store.write { db in
            _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages + 1000)")
        }
        try await store.insert(5, byteCount: 100_000)
        #expect(try await store.ids() == [1, 4, 5])
        #expect(files.failures.withLock { $0.isEmpty })
    }

    @Test func anInputOutputErrorStopsTheStoreForGood() async throws {
        let store = try files.open()
        try await store.insert(1)
        let device = DatabaseError(resultCode: .SQLITE_IOERR_FSYNC, message: "disk I/O error")
        await #expect(throws: StorageError.self) { try await store.write { _ in throw device } }
        for _ in 0..<2 {
            await #expect {
                try await store.insert(2)
            } throws: { error in
                if case StorageError.failed = error { true } else { false }
            }
        }
        await #expect(throws: StorageError.self) { try await store.ids() }
        #expect(files.failures.withLock { $0.count } == 1)
        try store.close()
        #expect(try await files.open().ids() == [1])
    }

    @Test func nobodyInTheGroupOfALostTransactionIsAcknowledged() async throws {
        let store = try files.open()
        let device = DatabaseError(resultCode: .SQLITE_IOERR_WRITE, message: "disk I/O error")
        let writes = (0..<50).map { id in
            Task {
                try await store.write { db in
                    try db.insertRow(id)
                    if id == 25 { throw device }
                }
            }
        }
        var acknowledged = Set<Int>()
        for (id, write) in writes.enumerated() where (await write.result).failure == nil {
            acknowledged.insert(id)
        }
        try store.close()
        #expect(try await files.open().ids() == acknowledged)
        #expect(!acknowledged.contains(25))
    }
}
