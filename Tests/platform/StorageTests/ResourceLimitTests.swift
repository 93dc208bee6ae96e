import CSQLite
import Foundation
import RollcallAPI
import RollcallRPC
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// What the store does when the disk, the journal or the device has had enough.
struct ResourceLimitTests {
    let files = TemporaryStore()

    private func journalSize() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: files.path + "-wal")
        return try #require(attributes[.size] as? Int)
    }

    /// As it is when the process is out of descriptors: the file that cannot be opened is another
    /// one.
    @Test func aFileThatCannotBeOpenedStopsOneWriteAndNotTheStore() async throws {
        let store = try files.open()
        for _ in 0..<2 {
            await #expect {
                try await store.write { transaction in
                    try transaction.insertItem(1, byteCount: 1)
                    try transaction.run(PlainCommand("ATTACH '/nowhere/rows.sqlite' AS other"))
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

    /// SQLITE_IOERR_NOMEM and SQLITE_IOERR_GETTEMPPATH are the last two.
    @Test(arguments: [
        SQLITE_NOMEM, SQLITE_CANTOPEN, SQLITE_IOERR | 12 << 8, SQLITE_IOERR | 25 << 8,
    ])
    func whatTheMachineLacksIsNotTheDatabasesFault(code: CInt) async throws {
        let error = SQLiteError(code: code, handle: nil).asStorageError
        guard case .exhausted = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!error.isFatal)
    }

    @Test func temporaryFilesAreInMemory() async throws {
        let store = try files.open()
        let setting = Query<Int>("PRAGMA temp_store")
        #expect(try await store.write { try $0.first(setting) } == 2)
        #expect(try await store.read { try $0.first(setting) } == 2)
    }

    @Test func theJournalStaysBoundedOverAHundredThousandRows() async throws {
        let store = try files.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<20 {
                group.addTask {
                    for batch in 0..<10 {
                        try await store.write { transaction in
                            for row in 0..<500 {
                                let id = writer * 5000 + batch * 500 + row
                                try transaction.insertItem(id, byteCount: 200)
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
        let store = try files.openRunningOnce()
        try await store.insert(0)
        let isReading = Shared(false)
        let reader = Task {
            try await store.read { transaction in
                _ = try transaction.first(Query<Int>("SELECT count(*) FROM item"))
                isReading.withLock { $0 = true }
                let endless = Query<Int>(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                    SELECT count(*) FROM n
                    """)
                _ = try transaction.first(endless)
            }
        }
        try await eventually { isReading.withLock { $0 } }
        for id in 1...100 { try await store.insert(id, byteCount: 1 << 20) }
        await #expect(throws: StorageError.overloaded) { try await reader.value }
        #expect(try journalSize() <= 70 << 20)
        #expect(try await store.ids().count == 101)
    }

    @Test func aReaderThatSitsStillHoldsTheWritersBackAtTheLimit() async throws {
        let store = try files.openRunningOnce()
        try await store.insert(0)
        let (isReading, mayEnd) = (Shared(false), Shared(false))
        let reader = Task {
            try await store.read { transaction in
                _ = try transaction.first(Query<Int>("SELECT count(*) FROM item"))
                isReading.withLock { $0 = true }
                while !mayEnd.withLock({ $0 }) { usleep(1000) }
            }
        }
        try await eventually { isReading.withLock { $0 } }
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
        let pages = try await store.write { transaction in
            let pages = try transaction.first(Query<Int>("PRAGMA page_count")) ?? 0
            try transaction.limit(pages: pages + 2)
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
        try await store.write { try $0.limit(pages: pages + 1000) }
        try await store.insert(5, byteCount: 100_000)
        #expect(try await store.ids() == [1, 4, 5])
        #expect(files.failures.withLock { $0.isEmpty })
    }

    @Test func anInputOutputErrorStopsTheStoreForGood() async throws {
        let store = try files.open()
        try await store.insert(1)
        // SQLITE_IOERR_FSYNC
        let device = SQLiteError(code: SQLITE_IOERR | 4 << 8, handle: nil).asError
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
        // SQLITE_IOERR_WRITE
        let device = SQLiteError(code: SQLITE_IOERR | 3 << 8, handle: nil).asError
        let writes = (0..<50).map { id in
            Task {
                try await store.write { transaction in
                    try transaction.insertItem(id)
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

extension Transaction<Int> {
    fileprivate func limit(pages: Int) throws {
        _ = try first(Query<Int>(SQL(stringLiteral: "PRAGMA max_page_count = \(pages)")))
    }
}
